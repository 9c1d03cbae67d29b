/** When a replica may answer, as a table. */
import { describe, expect, test } from 'bun:test'
import { shareAnswers } from '../../../src/platform/db/postgres/replica/replica-questions'
import {
  createProof,
  isProven,
  judgeReplica,
  type PrimaryState,
  type ReplicaState,
  type Verdict,
} from '../../../src/platform/db/postgres/replica/replica-rules'

const proof = createProof('00000001')
const primary: PrimaryState = { position: 100n, timeline: '00000001', proof }
const replica: ReplicaState = { isStandby: true, position: 100n, proof }

const cases: [string, Partial<PrimaryState>, Partial<ReplicaState>, Verdict][] = [
  ['has everything', {}, {}, 'current'],
  ['has more than was asked for', {}, { position: 101n }, 'current'],
  ['is behind', {}, { position: 99n }, 'behind'],
  ['is behind, and older than the proof', {}, { position: 99n, proof: undefined }, 'behind'],
  [
    'is behind, at a position with fewer digits',
    { position: 10_000_000_000n },
    { position: 9_999_999_999n },
    'behind',
  ],
  ['accepts writes', {}, { isStandby: false }, 'no_standby'],
  ['was promoted, and has more', {}, { isStandby: false, position: 500n }, 'no_standby'],
  ['has replayed nothing', {}, { position: undefined }, 'no_standby'],
  ['belongs to another installation', {}, { proof: createProof('00000001') }, 'foreign'],
  ['has no table of this kind', {}, { proof: undefined }, 'foreign'],
  ['has more, but of another primary', {}, { position: 500n, proof: undefined }, 'foreign'],
  ['the primary has no proof', { proof: undefined }, { proof: undefined }, 'unproven'],
  ['the primary was promoted after the proof', { timeline: '00000002' }, {}, 'unproven'],
  [
    'follows the former primary',
    { timeline: '00000002', proof: createProof('00000002') },
    { position: 500n },
    'foreign',
  ],
]

test.each(cases)('a replica that %s', (_name, onPrimary, onReplica, verdict) => {
  expect(judgeReplica({ ...primary, ...onPrimary }, { ...replica, ...onReplica })).toBe(verdict)
})

test('a proof belongs to one timeline, and no two are equal', () => {
  expect(isProven(primary)).toBe(true)
  expect(isProven({ ...primary, timeline: '0000000' })).toBe(false)
  expect(createProof('00000001')).not.toBe(createProof('00000001'))
})

describe('shared answers', () => {
  test('each is to a question that was asked after the call', async () => {
    let asked = 0
    const open: PromiseWithResolvers<number>[] = []
    const ask = shareAnswers(() => {
      const answer = Promise.withResolvers<number>()
      open.push(answer)
      asked++
      return answer.promise
    })
    const first = [ask(), ask()]
    await Bun.sleep(0)
    expect(asked).toBe(1)
    // The first question is open, and may not know what happened before these calls.
    const second = [ask(), ask(), ask()]
    await Bun.sleep(0)
    expect(asked).toBe(1)
    open[0]!.resolve(1)
    expect(await Promise.all(first)).toEqual([1, 1])
    await Bun.sleep(0)
    expect(asked).toBe(2)
    open[1]!.resolve(2)
    expect(await Promise.all(second)).toEqual([2, 2, 2])
  })

  test('a question that fails is asked again for the next', async () => {
    let asked = 0
    const ask = shareAnswers(async () => {
      if (++asked === 1) throw new Error('away')
      return asked
    })
    const [first, second] = [ask(), ask()]
    expect(await first.catch(String)).toBe('Error: away')
    expect(await second.catch(String)).toBe('Error: away')
    expect(await ask()).toBe(2)
  })
})
