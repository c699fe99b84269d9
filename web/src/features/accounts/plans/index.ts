export { PlanChoice, PlansSection } from './plans.tsx'
