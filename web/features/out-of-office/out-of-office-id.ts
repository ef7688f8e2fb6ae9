/** Of the section on the account page. */
export const OUT_OF_OFFICE_ID = 'out-of-office';
