import type { components } from './schema'

/** API types by name: `Schemas['Book']`. */
export type Schemas = components['schemas']
