import type { components } from './schema'

/** The shapes of the API by name: `Schemas['Book']`. */
export type Schemas = components['schemas']
