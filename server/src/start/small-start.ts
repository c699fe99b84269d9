import { keepYoungGenerationSmall } from './young-generation.ts'

// A module of its own: the first one that is evaluated.
keepYoungGenerationSmall()
