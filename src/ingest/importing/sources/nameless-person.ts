/**
 * The person of a program without accounts. Their data is imported only if someone chooses the
 * account that it belongs to.
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
