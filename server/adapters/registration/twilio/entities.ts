import type { EntityType, Vertical } from '../../../../contract/registration.ts';
import type { Brand } from '../port.ts';
import type { Entity } from './bundles.ts';

const businessTypes: Record<EntityType, string> = {
  limitedLiabilityCompany: 'Limited Liability Corporation',
  corporation: 'Corporation',
  partnership: 'Partnership',
  cooperative: 'Co-operative',
  publicCompany: 'Corporation',
  // Governments too (Twilio's guide to A2P 10DLC for non-profits and governments).
  nonProfit: 'Non-profit Corporation',
  government: 'Non-profit Corporation',
};

const companyTypes: Record<EntityType, string> = {
  limitedLiabilityCompany: 'private',
  corporation: 'private',
  partnership: 'private',
  cooperative: 'private',
  publicCompany: 'public',
  nonProfit: 'non_profit',
  government: 'government',
};

const industries: Record<Vertical, string> = {
  staffing: 'PROFESSIONAL_SERVICES',
  healthcare: 'HEALTHCARE',
  education: 'EDUCATION',
  technology: 'TECHNOLOGY',
  manufacturing: 'MANUFACTURING',
  construction: 'CONSTRUCTION',
  retail: 'RETAIL',
  hospitality: 'HOSPITALITY',
  transportation: 'TRANSPORTATION',
  financial: 'FINANCIAL',
  government: 'GOVERNMENT',
  nonProfit: 'NOT_FOR_PROFIT',
  professional: 'PROFESSIONAL_SERVICES',
};

function industryOf({ entityType, vertical }: Brand): string {
  if (entityType === 'government') return 'GOVERNMENT';
  if (entityType === 'nonProfit') return 'NOT_FOR_PROFIT';
  return industries[vertical];
}

export function profileEntities(brand: Brand, addressSid: string): Entity[] {
  return [
    {
      path: 'EndUsers',
      type: 'customer_profile_business_information',
      attributes: {
        business_name: brand.legalName,
        business_identity: 'direct_customer',
        business_type: businessTypes[brand.entityType],
        business_industry: industryOf(brand),
        business_registration_identifier: 'EIN',
        business_registration_number: brand.ein,
        business_regions_of_operation: 'USA_AND_CANADA',
        website_url: brand.website,
        social_media_profile_urls: '',
      },
    },
    {
      path: 'EndUsers',
      type: 'authorized_representative_1',
      attributes: {
        first_name: brand.contact.firstName,
        last_name: brand.contact.lastName,
        email: brand.contact.email,
        phone_number: brand.contact.phone,
        business_title: brand.contact.title,
        job_position: 'Other',
      },
    },
    {
      path: 'SupportingDocuments',
      type: 'customer_profile_address',
      attributes: { address_sids: addressSid },
    },
  ];
}

export function messagingEntities(brand: Brand): Entity[] {
  return [
    {
      path: 'EndUsers',
      type: 'us_a2p_messaging_profile_information',
      attributes: {
        company_type: companyTypes[brand.entityType],
        brand_contact_email: brand.contact.email,
        ...(brand.entityType === 'publicCompany'
          ? { stock_exchange: brand.stockExchange ?? '', stock_ticker: brand.stockSymbol ?? '' }
          : {}),
      },
    },
  ];
}
