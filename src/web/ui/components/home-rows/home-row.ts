/** A home page row added by the user, as stored. */
import type { Schemas } from '../../api/client'
import type { ShelfName } from '../shelves/shelves'

type Values = Schemas['PreferenceValues']
export type HomeRow = NonNullable<Values['home.rows']>[number]

export const nameOfRow = ({ id }: Pick<HomeRow, 'id'>): ShelfName => `row:${id}`
