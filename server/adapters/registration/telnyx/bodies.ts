import type { CampaignUseCase, EntityType, Vertical } from '../../../../contract/registration.ts';
import type { Brand, Campaign } from '../port.ts';

const entityTypes: Record<EntityType, string> = {
  limitedLiabilityCompany: 'PRIVATE_PROFIT',
  corporation: 'PRIVATE_PROFIT',
  partnership: 'PRIVATE_PROFIT',
  cooperative: 'PRIVATE_PROFIT',
  publicCompany: 'PUBLIC_PROFIT',
  nonProfit: 'NON_PROFIT',
  government: 'GOVERNMENT',
};

const verticals: Record<Vertical, string> = {
  staffing: 'HUMAN_RESOURCES',
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
  nonProfit: 'NGO',
  professional: 'PROFESSIONAL',
};

/** A mixed campaign names what it is mixed of. */
const useCases: Record<CampaignUseCase, { usecase: string; subUsecases?: string[] }> = {
  lowVolume: { usecase: 'LOW_VOLUME', subUsecases: ['CUSTOMER_CARE', 'ACCOUNT_NOTIFICATION'] },
  mixed: { usecase: 'MIXED', subUsecases: ['CUSTOMER_CARE', 'ACCOUNT_NOTIFICATION'] },
  customerCare: { usecase: 'CUSTOMER_CARE' },
};

export function brandBody(brand: Brand, webhookURL: string): object {
  const isPublic = brand.entityType === 'publicCompany';
  return {
    entityType: entityTypes[brand.entityType],
    displayName: brand.brandName,
    companyName: brand.legalName,
    ein: brand.ein,
    vertical: verticals[brand.vertical],
    street: brand.street,
    city: brand.city,
    state: brand.state,
    postalCode: brand.postalCode,
    country: 'US',
    website: brand.website,
    firstName: brand.contact.firstName,
    lastName: brand.contact.lastName,
    email: brand.contact.email,
    phone: brand.contact.phone,
    isReseller: false,
    webhookURL,
    ...(isPublic
      ? {
          stockExchange: brand.stockExchange,
          stockSymbol: brand.stockSymbol,
          businessContactEmail: brand.contact.email,
        }
      : {}),
  };
}

export function campaignBody(campaign: Campaign): object {
  return {
    ...useCases[campaign.useCase],
    description: campaign.description,
    messageFlow: campaign.messageFlow,
    ...Object.fromEntries(campaign.samples.map((sample, index) => [`sample${index + 1}`, sample])),
    embeddedLink: campaign.hasLinks,
    embeddedPhone: campaign.hasPhoneNumbers,
    numberPool: false,
    ageGated: false,
    directLending: false,
    subscriberOptin: true,
    subscriberOptout: true,
    subscriberHelp: true,
    optinKeywords: campaign.optInKeywords.join(','),
    optinMessage: campaign.optInMessage,
    optoutKeywords: campaign.optOutKeywords.join(','),
    optoutMessage: campaign.optOutMessage,
    helpKeywords: campaign.helpKeywords.join(','),
    helpMessage: campaign.helpMessage,
    privacyPolicyLink: campaign.privacyPolicyUrl,
    termsAndConditionsLink: campaign.termsUrl,
    termsAndConditions: true,
    autoRenewal: true,
  };
}
