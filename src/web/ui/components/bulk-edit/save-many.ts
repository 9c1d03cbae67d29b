/** Sends the same values for many items in batches. */
import type { Schemas } from '../../api/client'
import type { Draft } from '../edit/form/draft'
import { runInBatches, type Watching } from '../selection/run-in-batches'
import type { Bulk } from './bulk'

type Problem = Schemas['BulkProblem']

export interface BulkOutcome {
  saved: number
  /** One entry for each item that could not be changed. */
  problems: readonly Problem[]
  /** Number of items that were not sent because the user stopped. */
  left: number
}

interface Wish {
  ids: readonly string[]
  draft: Draft
}

export async function saveMany(
  { save }: Bulk,
  { ids, draft }: Wish,
  going: Watching,
): Promise<BulkOutcome> {
  const problems = new Map<string, Problem>()
  const saveSome = async (some: string[]) => {
    for (const answer of await save(some, draft)) {
      for (const problem of answer.problems) problems.set(problem.id, problem)
    }
  }
  const done = await runInBatches(ids, saveSome, going)
  return {
    saved: done - problems.size,
    problems: [...problems.values()],
    left: ids.length - done,
  }
}
