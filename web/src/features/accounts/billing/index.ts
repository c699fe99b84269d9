export { BillingSection } from './billing-section.tsx'
