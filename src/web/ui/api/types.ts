import type { components } from './schema'

/** API types by name, for example `Schemas['Book']`. */
export type Schemas = components['schemas']
