/** File access on a disk that may be asleep. */
import { expect, test } from 'bun:test'
import { Locator } from '../../../src/catalog/books/files/locator'

/** A Worker whose "asleep" disk responds only after it is woken up. */
class Disk extends EventTarget {
  static readonly stuck: (() => void)[] = []
  readonly #queue: { key: number; rootPath: string }[] = []
  #isStuck = false
  ended = false

  postMessage(questions: { key: number; rootPath: string }[]) {
    this.#queue.push(...questions)
    queueMicrotask(() => this.#work())
  }

  #work() {
    while (!this.#isStuck) {
      const next = this.#queue.shift()
      if (!next) return
      const answer = () => {
        this.#isStuck = false
        const data = { key: next.key, path: next.rootPath, size: 1, mtimeMs: 1 }
        this.dispatchEvent(new MessageEvent('message', { data }))
      }
      if (next.rootPath !== 'asleep') answer()
      else {
        this.#isStuck = true
        Disk.stuck.push(answer)
      }
    }
  }

  unref() {}
  terminate() {
    this.ended = true
  }
}

test('a sleeping disk delays only its own books until it wakes up', async () => {
  const disks: Disk[] = []
  const start = () => {
    const disk = new Disk()
    disks.push(disk)
    return disk as unknown as Worker
  }
  const locator = new Locator({ start, timeoutMs: 40, idleMs: 60 })
  const locate = (rootPath: string) =>
    locator.ask({ rootPath, relativePath: 'book.cbz', followLinks: false })
  const answers = await Promise.all(['awake', 'asleep', 'other', 'asleep', 'awake'].map(locate))
  const paths = answers.map((answer) => ('path' in answer ? answer.path : answer.code))
  expect(paths).toEqual(['awake', 'asleep', 'other', 'asleep', 'awake'])
  expect(answers.map((answer) => 'code' in answer)).toEqual([false, true, false, true, false])
  // Answered immediately, without another Worker.
  expect(await locate('asleep')).toEqual({ code: 'asleep' })
  expect(disks).toHaveLength(2)
  for (const wake of Disk.stuck.splice(0)) wake()
  expect(disks[0]!.ended).toBe(true)
  const again = locate('asleep')
  await Bun.sleep(5)
  for (const wake of Disk.stuck.splice(0)) wake()
  expect(await again).toMatchObject({ path: 'asleep' })
  await Bun.sleep(100)
  expect(disks[1]!.ended).toBe(true)
})
