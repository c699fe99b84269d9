export { createLiveModels } from './live-models.ts'
export { createLiveModelOffer, type LiveModelOffer } from './offer.ts'
