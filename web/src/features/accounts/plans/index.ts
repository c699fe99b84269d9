export { PlanChoice } from './plan-choice.tsx'
export { PlansSection } from './plans-section.tsx'
