import type { Schemas } from '../../../../api/client'

type Library = Schemas['Library']

/** Props for each section of the library form. */
export interface FieldsProps {
  /** The library with unsaved changes. */
  value: Library
  onChange: (patch: Partial<Library>) => void
}
