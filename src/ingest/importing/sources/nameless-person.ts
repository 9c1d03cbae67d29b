/**
 * The person of a program without accounts. What they read and made comes along only if someone says
 * whose it is.
 */
import type { ForeignPerson } from '../neutral-form'

export const createNameless = (foreignId: string, name: string): ForeignPerson => ({
  foreignId,
  name,
  email: '',
  passwordHash: null,
  isAdmin: false,
  isActive: true,
  needsChoice: true,
  libraryIds: null,
  ageLimit: null,
  deniedLabels: [],
  allowedLabels: [],
})
