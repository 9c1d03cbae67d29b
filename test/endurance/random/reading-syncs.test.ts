/** Reading sync: random changes on two sides, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Dice, randomSeed } from '../../support/dice'
import { countRounds, sharePart } from '../../support/share'
import { entry } from '../../ingest/reading-sync/list-servers'
import { startSyncServer } from '../../ingest/reading-sync/sync-server'

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer()
})
afterAll(() => home.close())

const statuses = ['CURRENT', 'PLANNING', 'PAUSED', 'DROPPED', 'COMPLETED', 'REPEATING']
const works = [1, 2]
const stepCount = countRounds(60, ['ingest/reading-sync'])

test('no sync lowers a side, none follows another, and an undo restores both sides', async () => {
  const dice = new Dice(randomSeed + sharePart)
  const books: string[] = []
  // Two series are the same work.
  for (const work of [...works, 1]) {
    const title = `Work ${work}, series ${books.length}`
    const given = { title, count: 5, total: 5, first: work - 1 }
    books.push(...(await home.addWork(work, given)).books)
  }
  await home.settle()
  for (let step = 0; step < stepCount; step++) {
    if (dice.roll(4) === 0) await checkSync(books, dice)
    else if (dice.roll(3) > 0) await readRandomly(dice.one(books), dice)
    else if (dice.roll(5) === 0) home.anilist.entries.delete(dice.one(works))
    else {
      const one = entry({ status: dice.one(statuses), progress: dice.roll(7) })
      home.anilist.entries.set(dice.one(works), one)
    }
  }
}, 120_000)

async function readRandomly(book: string, dice: Dice) {
  const act = dice.roll(4)
  if (act === 0) await home.read([book])
  else if (act === 1) await home.call('POST', `/books/${book}/unread`)
  else if (act === 2) await home.call('DELETE', `/books/${book}/progress`)
  else await home.call('PUT', `/books/${book}/progress`, { body: { currentPage: 5 } })
}

async function checkSync(books: readonly string[], dice: Dice) {
  const before = await see(books)
  const run = await syncOnce()
  const after = await see(books)
  for (const [work, progress] of before.there.map((one) => one?.progress ?? 0).entries()) {
    expect(after.there[work]?.progress ?? 0).toBeGreaterThanOrEqual(progress)
  }
  for (const [index, { passes }] of before.here.entries()) {
    expect(after.here[index]!.passes).toBeGreaterThanOrEqual(passes)
  }
  expect(await syncOnce()).toBeUndefined()
  expect(await see(books)).toEqual(after)
  if (!run || dice.roll(2) === 0) return
  await home.act(run, 'undo')
  expect(await see(books)).toEqual(before)
  expect(await syncOnce()).toBeUndefined()
  expect(await see(books)).toEqual(before)
}

/** Runs a sync. Returns undefined if it changed nothing. */
async function syncOnce() {
  const { data } = await home.call('GET', `${home.idOf('anilist')}/sync/runs`)
  const run = await home.sync()
  return run?.id === data[0]?.id ? undefined : run
}

async function see(books: readonly string[]) {
  const here: { progress: unknown; passes: number }[] = []
  for (const id of books) {
    const { body } = await home.server.call('GET', `/books/${id}/progress`, { as: 'ann' })
    const history = await home.call('GET', `/books/${id}/read-history`)
    here.push({ progress: body, passes: history.entries.length })
  }
  const { data } = await home.call('GET', '/want-to-read')
  const wanted = data.map(({ seriesId }: { seriesId: string }) => seriesId)
  const there = works.map((work) => {
    const { status, progress } = home.anilist.entries.get(work) ?? {}
    return status === undefined ? undefined : { status, progress }
  })
  return { here, wanted, there }
}
