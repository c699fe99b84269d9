export { useFetchedModel } from './fetched-model.ts'
