import type { Schemas } from '../../../../api/client'

type Library = Schemas['Library']

/** Every part of the form of a library takes these. */
export interface FieldsProps {
  /** As it would stand. */
  value: Library
  onChange: (patch: Partial<Library>) => void
}
