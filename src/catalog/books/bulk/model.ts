/** Changes to many books at once: genres, subjects and numbers. */
import { BulkIds } from '../../../platform/http/bulk'
import { id, list, named, optional, type Static, text } from '../../../platform/http/shapes'

const FewNames = () => optional(list(text(100, { minLength: 1 }), { maxItems: 50 }))

export const BulkBookLabelsBody = named('BulkBookLabelsRequest', {
  bookIds: BulkIds(),
  add: FewNames(),
  remove: FewNames(),
})
export type BulkBookLabelsBody = Static<typeof BulkBookLabelsBody>

export const RenumberBody = named('RenumberRequest', {
  bookIds: optional(
    list(id(), {
      minItems: 1,
      maxItems: 5000,
      description:
        'All books of the series outside the trash, in the order of their new numbers. If omitted, the current order',
    }),
  ),
})
export type RenumberBody = Static<typeof RenumberBody>
