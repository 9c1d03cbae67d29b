/** The matching cases of the design, which are kept outside the repository. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { LocalSeries } from '../../../src/ingest/matching/model'
import { decideMatch, rankCandidates } from '../../../src/ingest/matching/rank-candidates'
import type { Candidate } from '../../../src/ingest/providers/model'

interface Case {
  id: string
  series: LocalSeries
  candidates: Candidate[]
  expect: { choice: string | null; apply: 'apply' | 'ask' | 'either' }
}

const fixtures =
  process.env['QUIRE_FIXTURES'] ?? resolve(import.meta.dir, '../../../../shared/fixtures')
const file = join(fixtures, '../cases/matching.json')

export const hasCases = existsSync(file)

/** Measures the results. Returns undefined if the cases are not available. */
export async function measureCases() {
  if (!hasCases) return undefined
  const { cases } = (await Bun.file(file).json()) as { cases: Case[] }
  const results = cases.map((one) => ({
    ...one,
    ...decideMatch(rankCandidates(one.series, one.candidates)),
  }))
  type Result = (typeof results)[number]
  const isRight = ({ choice, expect: { choice: right } }: Result) => choice === right
  const describe = ({ id, series, choice }: Result) => `${id} ${series.title}: ${choice}`
  const named = results.filter(({ expect: { choice } }) => choice !== null)
  const due = results.filter(({ expect: { apply } }) => apply === 'apply')
  const wrong = results.filter(
    (one) => one.mayApply && (!isRight(one) || one.expect.apply === 'ask'),
  )
  return {
    named: named.length,
    rightFirst: named.filter(isRight).length,
    due: due.length,
    undone: due.filter(({ mayApply }) => !mayApply).map(describe),
    wrong: wrong.map(describe),
  }
}
