/** Bulk changes: applies the same change to many items and reports those that failed. */
import { yieldToEventLoop } from '../lib/yield'
import { splitIntoSlices } from '../lib/slices'
import type { Store, Tx } from '../db/store'
import { Refusal } from '../../errors'
import { anyText, id as anId, list, long, named, type Static } from './shapes'
import { messageMembers } from './message-shapes'
import { requestMessages } from '../messages/common'
import { withText } from '../messages/message'

const maxItems = 500
/** Number of items in a slice. Other writers can write between slices. */
const itemsAtOnce = 25

export const BulkIds = () => list(anId(), { minItems: 1, maxItems })

export const BulkProblem = named('BulkProblem', {
  id: anId(),
  error: anyText({
    description: 'Error code, as in the response for a single item',
  }),
  ...messageMembers(),
})
type BulkProblem = Static<typeof BulkProblem>

export const BulkView = named('BulkResult', {
  updatedCount: long({ description: 'Number of changed items' }),
  unchangedCount: long({ description: 'Number of items that did not need a change' }),
  problems: list(BulkProblem, { description: 'Items that could not be changed, with reasons' }),
  ...messageMembers(),
})
export type BulkView = Static<typeof BulkView>

/** Applies `change` to each item in slices. `change` returns whether it changed anything. */
export async function applyToEach(
  { write }: Pick<Store, 'write'>,
  ids: readonly string[],
  change: (tx: Tx, id: string) => Promise<boolean>,
): Promise<BulkView> {
  const distinct = [...new Set(ids)]
  const problems: BulkProblem[] = []
  let updated = 0
  for (const slice of splitIntoSlices(distinct, itemsAtOnce)) {
    const outcome = await write((tx) => applyToSlice(tx, slice, change))
    updated += outcome.updated
    problems.push(...outcome.problems)
  }
  return createBulkView({ updated, total: distinct.length, problems })
}

async function applyToSlice(
  tx: Tx,
  ids: readonly string[],
  change: (tx: Tx, id: string) => Promise<boolean>,
) {
  const problems: BulkProblem[] = []
  let updated = 0
  for (const id of ids) {
    try {
      if (await tx.nest((inner) => change(inner, id))) updated += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push({ id, error: error.reason, ...withText(error.userMessage) })
    }
    await yieldToEventLoop()
  }
  return { updated, problems }
}

interface Outcome {
  updated: number
  total: number
  problems: BulkProblem[]
}

function createBulkView({ updated, total, problems }: Outcome): BulkView {
  const unchangedCount = total - updated - problems.length
  return {
    updatedCount: updated,
    unchangedCount,
    problems,
    ...withText(requestMessages.bulk_changed({ updated, total })),
  }
}
