import type { Bundle } from './assets-model'

/** Building the executable replaces this file: see `.ci/embed-ui.ts`. */
export const embedded: Bundle | null = null
