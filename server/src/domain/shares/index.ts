export { createShareLinks, type ShareLinks } from './share-links.ts'
export { createShares, type Shares } from './shares.ts'
