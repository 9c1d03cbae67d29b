import type { Bundle } from './assets-model'

/** Replaced when the executable is built (see `.ci/embed-ui.ts`). */
export const embedded: Bundle | null = null
