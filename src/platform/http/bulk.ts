/** One thing done to many: what can be done is done, and of each that cannot it is told why. */
import { splitIntoSlices } from '../lib/slices'
import { giveWay } from '../db/yield'
import type { Store, Tx } from '../db/store'
import { Refusal } from '../../errors'
import { anyText, id as anId, list, long, named, type Static } from './shapes'
import { messageMembers } from './message-shapes'
import { requestMessages } from '../messages/common'
import { withText } from '../messages/message'

const maxItems = 500
/** Others write between these. */
const itemsAtOnce = 25

/** Ids of what a request is about, each once. */
export const Ids = () => list(anId(), { minItems: 1, maxItems })

export const BulkProblem = named('BulkProblem', {
  id: anId(),
  error: anyText({
    description: 'The word of the refusal, as an answer for this one would have it',
  }),
  ...messageMembers(),
})
type BulkProblem = Static<typeof BulkProblem>

export const BulkView = named('BulkResult', {
  updatedCount: long({ description: 'How many changed' }),
  unchangedCount: long({ description: 'How many were so already' }),
  problems: list(BulkProblem, { description: 'Those that could not be changed, and why' }),
  ...messageMembers(),
})
export type BulkView = Static<typeof BulkView>

/** Does `one` to each, a slice at a time; it answers whether something changed. */
export async function toEach(
  { write }: Pick<Store, 'write'>,
  ids: readonly string[],
  one: (tx: Tx, id: string) => Promise<boolean>,
): Promise<BulkView> {
  const distinct = [...new Set(ids)]
  const problems: BulkProblem[] = []
  let updated = 0
  for (const slice of splitIntoSlices(distinct, itemsAtOnce)) {
    const outcome = await write((tx) => inSlice(tx, slice, one))
    updated += outcome.updated
    problems.push(...outcome.problems)
  }
  return bulkView({ updated, total: distinct.length, problems })
}

async function inSlice(
  tx: Tx,
  ids: readonly string[],
  one: (tx: Tx, id: string) => Promise<boolean>,
) {
  const problems: BulkProblem[] = []
  let updated = 0
  for (const id of ids) {
    try {
      if (await tx.nest((inner) => one(inner, id))) updated += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push({ id, error: error.reason, ...withText(error.told) })
    }
    await giveWay()
  }
  return { updated, problems }
}

interface Outcome {
  updated: number
  total: number
  problems: BulkProblem[]
}

function bulkView({ updated, total, problems }: Outcome): BulkView {
  const unchangedCount = total - updated - problems.length
  return {
    updatedCount: updated,
    unchangedCount,
    problems,
    ...withText(requestMessages.bulk_changed({ updated, total })),
  }
}
