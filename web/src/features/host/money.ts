/** US dollars, with the fractions of a cent that single replies cost. */
export const moneyIn = (language: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
