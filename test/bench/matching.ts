/**
 * Measures the quality and CPU time of matching: `bun test/bench/matching.ts [--list]
 * [--count 3000]`. SEED selects other random names.
 */
import { parseArgs } from 'node:util'
import { rankCandidates } from '../../src/ingest/matching/rank-candidates'
import { createFigures, type Figures, measure } from '../ingest/matching/unseen/measure'
import { measureCases } from '../ingest/matching/cases'
import { createVariant, toLocal } from '../ingest/matching/unseen/variants'
import { searchWorks, works } from '../ingest/matching/unseen/works'
import { Dice, randomSeed } from '../support/dice'

const { values } = parseArgs({
  options: { list: { type: 'boolean' }, count: { type: 'string', default: '3000' } },
})

function print(name: string, figures: Figures) {
  const { found, rightFirst, applied, absent, wrong, notFirst, notApplied } = figures
  const percent = (part: number) => `${part} (${((100 * part) / found).toFixed(1)} %)`
  console.log(`${name}: ${found} with their work among ten, ${absent} without`)
  console.log(
    `  right first ${percent(rightFirst)}, applied ${percent(applied)}, wrongly ${wrong.length}`,
  )
  if (!values.list) return
  for (const [title, lines] of Object.entries({ wrong, notFirst, notApplied })) {
    console.log(`  ${title}:`)
    for (const line of lines) console.log(`    ${line}`)
  }
}

const cases = await measureCases()
if (cases) {
  console.log(
    `cases of the design: right first ${cases.rightFirst} of ${cases.named}, left undone ${cases.undone.length} of ${cases.due}, wrongly applied ${cases.wrong.length}`,
  )
}

const exact = createFigures()
for (const work of works) {
  for (const title of work.titles) {
    measure(exact, work, toLocal(work, title, { year: work.year }))
  }
}
print(`${works.length} works, each title`, exact)

const dice = new Dice(randomSeed)
const varied = createFigures()
for (let count = 0; count < Number(values.count); count += 1) {
  const work = dice.one(works)
  const { local, shortened } = createVariant(work, dice)
  measure(varied, work, local, shortened)
}
print(`names of folders, seed ${randomSeed}`, varied)

const series = Array.from({ length: 2_000 }, () => {
  const { local } = createVariant(dice.one(works), dice)
  return { local, candidates: searchWorks(local.title) }
})
const start = process.cpuUsage()
for (const { local, candidates } of series) rankCandidates(local, candidates)
const { user, system } = process.cpuUsage(start)
console.log(
  `one series with ten candidates: ${((user + system) / 1000 / series.length).toFixed(3)} ms`,
)
