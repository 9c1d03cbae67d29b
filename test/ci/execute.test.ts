/** Commands of the rings. */
import { expect, test } from 'bun:test'
import { execute } from '../../.ci/steps'

test('output of both streams and the exit code are returned', async () => {
  const { code, output } = await execute(['sh', '-c', 'echo one; echo two >&2; exit 3'], {})
  expect(code).toBe(3)
  expect(output).toContain('one')
  expect(output).toContain('two')
})

test('a process that a command leaves behind is named, and not waited for', async () => {
  const script = 'sleep 30 & echo "child $!"; exit 0'
  const started = performance.now()
  const { code, output } = await execute(['sh', '-c', script], {}, undefined, 100)
  process.kill(Number(/child (\d+)/.exec(output)![1]))
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(output).toContain('left a process running')
  expect(code).not.toBe(0)
})
