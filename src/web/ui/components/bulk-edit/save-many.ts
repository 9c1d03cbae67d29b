/** Tells the server what shall be so in many, in portions. */
import type { Schemas } from '../../api/client'
import type { Draft } from '../edit/draft'
import type { Bulk } from './bulk'

/** The server takes no more at once. */
const portion = 500

type Problem = Schemas['BulkProblem']

export interface BulkOutcome {
  saved: number
  /** One of each that could not be changed. */
  problems: readonly Problem[]
}

export async function saveMany(
  { save }: Bulk,
  ids: readonly string[],
  draft: Draft,
): Promise<BulkOutcome> {
  const problems = new Map<string, Problem>()
  for (let from = 0; from < ids.length; from += portion) {
    for (const answer of await save(ids.slice(from, from + portion), draft)) {
      for (const problem of answer.problems) problems.set(problem.id, problem)
    }
  }
  return { saved: ids.length - problems.size, problems: [...problems.values()] }
}
