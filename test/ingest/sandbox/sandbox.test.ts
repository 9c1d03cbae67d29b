import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { RpcError, SandboxFailure } from '../../../src/ingest/sandbox/model'
import { waitUntil } from '../../support/wait-until'
import {
  canConfine,
  countDescriptors,
  createFolders,
  isAlive,
  isLinux,
  patient,
  readAnonymousKibibytes,
  startInitialized,
  startProgram,
  endPrograms,
} from './support'

afterEach(endPrograms)

const catchFailure = async (promise: Promise<unknown>) => {
  const error = await promise.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(SandboxFailure)
  return error as SandboxFailure
}

describe('requests', () => {
  test('get answers of any kind', async () => {
    const program = await startInitialized()
    expect(await program.request('echo', { a: ['ü'] }, patient)).toEqual({ a: ['ü'] })
    expect(await program.request('null', {}, patient)).toBeNull()
    expect(program.request('echo', { a: 1n }, patient)).rejects.toThrow('BigInt')
    const error = await program.request('fail', {}, patient).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({ code: -32001, message: 'busy', data: { retryAfter: 3 } })
    const many = Array.from({ length: 100 }, (_, index) =>
      program.request('echo', { index }, patient),
    )
    expect(await Promise.all(many)).toEqual(many.map((_, index) => ({ index })))
  })

  test('wait until initialize is answered', async () => {
    const program = await startProgram({
      call: async () => {
        await answers.promise
        return 'value'
      },
    })
    const answers = Promise.withResolvers<void>()
    const order: string[] = []
    const initialized = program
      .request('initialize', { calls: 1 }, patient)
      .then(() => order.push('initialize'))
    const echoed = program.request('echo', {}, patient).then(() => order.push('echo'))
    answers.resolve()
    await Promise.all([initialized, echoed])
    expect(order).toEqual(['initialize', 'echo'])
  })

  test('survive a character that the pipe cuts in two', async () => {
    const program = await startInitialized()
    expect(await program.request('parts', {}, patient)).toBe('größer 巻')
  })

  test('survive text that is no message, which is logged', async () => {
    const program = await startInitialized()
    expect(await program.request('garbage', {}, patient)).toBe('still here')
    expect(program.log).toEqual(['hello', '42', '[]', '{broken'])
  })

  test('can be aborted', async () => {
    const program = await startInitialized()
    const controller = new AbortController()
    const answer = program.request('silence', {}, { ...patient, signal: controller.signal })
    controller.abort(new Error('no longer needed'))
    expect(answer).rejects.toThrow('no longer needed')
    expect(await program.request('echo', {}, patient)).toEqual({})
    const aborted = { ...patient, signal: controller.signal }
    expect(program.request('echo', {}, aborted)).rejects.toThrow('no longer needed')
  })
})

describe('calls', () => {
  test('are answered during initialize and during a request, with equal ids', async () => {
    const calls: unknown[] = []
    const program = await startProgram({
      call: (method, params, context) => {
        calls.push([method, params, context])
        return Promise.resolve({ data: 1 })
      },
    })
    expect(await program.request('initialize', { calls: 1 }, patient)).toBe(1)
    const params = { method: 'storage/set', params: { key: 'a' }, more: { parentRequestId: 7 } }
    const answer = await program.request('call', params, patient)
    expect(answer).toMatchObject({ id: 2, result: { data: 1 } })
    expect(calls).toEqual([
      ['storage/get', {}, { parentRequestId: undefined }],
      ['storage/set', { key: 'a' }, { parentRequestId: 7 }],
    ])
  })

  test('get errors, without those that are ours alone', async () => {
    const program = await startInitialized({
      call: (method) => {
        const data = { retryAfter: 5 }
        if (method === 'no json') return Promise.resolve(1n)
        throw method === 'known' ? new RpcError(-32003, 'no', data) : new Error('secret')
      },
    })
    expect(await program.request('call', { method: 'known' }, patient)).toMatchObject({
      error: { code: -32003, message: 'no', data: { retryAfter: 5 } },
    })
    const answer = await program.request('call', { method: 'other' }, patient)
    expect(answer).toMatchObject({ error: { code: -32603 } })
    expect(JSON.stringify(answer)).not.toContain('secret')
    const invalid = await program.request('call', { method: 'no json' }, patient)
    expect(invalid).toMatchObject({ error: { code: -32603 } })
  })

  test('without an id get no answer', async () => {
    const notes = Promise.withResolvers<unknown>()
    const program = await startInitialized({
      call: (_, params) => {
        notes.resolve(params)
        return Promise.resolve(null)
      },
    })
    await program.request('notify', {}, patient)
    expect(await notes.promise).toEqual({ text: 'hello' })
    expect(await program.request('echo', {}, patient)).toEqual({})
  })

  test('are limited to 32 at once', async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>()
    let open = 0
    const program = await startInitialized({
      call: async () => {
        open++
        await release
        return 'done'
      },
    })
    const answers = program.request('calls', { count: 40 }, patient)
    await waitUntil(() => open === 32)
    // The rejected calls are answered while the other calls are still waiting.
    await program.request('echo', {}, patient)
    resolve()
    const messages = (await answers) as { result?: string; error?: { code: number } }[]
    expect(messages.filter(({ result }) => result === 'done')).toHaveLength(32)
    expect(messages.filter(({ error }) => error?.code === -32001)).toHaveLength(8)
  })

  test('are limited to 50 per second after a first burst', async () => {
    const times: number[] = []
    const program = await startInitialized({
      call: () => Promise.resolve(times.push(performance.now())),
    })
    // Sent one after the other, because the program records what it found.
    for (let round = 0; round < 4; round++) await program.request('calls', { count: 20 }, patient)
    expect(times).toHaveLength(80)
    expect(times.at(-1)! - times[0]!).toBeGreaterThanOrEqual(30 * (1000 / 50) - 50)
  })
})

describe('fetch', () => {
  test('asks the server', async () => {
    const requests: unknown[] = []
    const program = await startInitialized({
      fetch: (request) => {
        requests.push({ ...request, body: request.body && Buffer.from(request.body).toString() })
        const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip', 'x-a': 'b' }
        return Promise.resolve(new Response('größer', { status: 201, headers }))
      },
    })
    const init = { method: 'POST', body: 'ü', headers: { 'x-mark': '1' }, redirect: 'manual' }
    const url = 'https://example.org/a?b=c'
    const answer = await program.request('fetch', { url, init }, patient)
    expect(answer).toEqual({
      status: 201,
      url,
      redirected: false,
      headers: { 'content-type': 'text/plain', 'x-a': 'b' },
      text: 'größer',
    })
    expect(requests).toMatchObject([{ url, method: 'POST', body: 'ü', redirect: 'manual' }])
    expect(Object.fromEntries((requests[0] as { headers: [] }).headers)).toMatchObject({
      'x-mark': '1',
    })
  })

  test('passes empty answers and failures on', async () => {
    const program = await startInitialized({
      fetch: ({ url }) => {
        if (url.endsWith('/refused')) throw new Error('example.org is not allowed')
        return Promise.resolve(new Response(null, { status: 204 }))
      },
    })
    const ask = (path: string) =>
      program.request('fetch', { url: `https://example.org${path}` }, patient)
    expect(await ask('/empty')).toMatchObject({ status: 204, text: '' })
    expect(await ask('/refused')).toEqual({
      failure: 'example.org is not allowed',
      name: 'TypeError',
    })
  })

  test('limits bodies to 8 MiB', async () => {
    const allowed = 8 * 1024 * 1024
    let isCancelled = false
    const program = await startInitialized({
      fetch: ({ url }) => {
        if (url.endsWith('/fitting')) return Promise.resolve(new Response('x'.repeat(allowed)))
        const endless = new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
          cancel: () => {
            isCancelled = true
          },
        })
        return Promise.resolve(new Response(endless))
      },
    })
    const ask = (path: string, body?: string) => {
      const init = body === undefined ? {} : { method: 'POST', body }
      return program.request('fetch', { url: `https://example.org${path}`, init }, patient)
    }
    expect(await ask('/endless')).toMatchObject({ failure: 'The response is too large' })
    expect(isCancelled).toBe(true)
    // The response reaches the program, although it is too large to be sent back to the server.
    const length = program.request('fetch_length', { url: 'https://example.org/fitting' }, patient)
    expect(await length).toBe(allowed)
    const tooLarge = await program.request('fetch_large', { bytes: allowed + 1 }, patient)
    expect(tooLarge).toMatchObject({ failure: 'The request is too large' })
  })

  test('an abort reaches the server', async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<void>()
    const program = await startInitialized({
      fetch: (_, signal) => {
        signal.addEventListener('abort', () => resolve())
        return new Promise(() => undefined)
      },
    })
    expect(await program.request('abort', {}, patient)).toBe('aborted by the program')
    await aborted
  })

  test('many at once wait for each other', async () => {
    let open = 0
    let most = 0
    const program = await startInitialized({
      fetch: async ({ url }) => {
        most = Math.max(most, ++open)
        await Bun.sleep(1)
        open--
        return new Response(url)
      },
    })
    const answers = await program.request('fetches', { count: 100 }, patient)
    expect((answers as { text: string }[]).map(({ text }) => text)).toEqual(
      Array.from({ length: 100 }, (_, index) => `https://example.org/${index}`),
    )
    expect(most).toBeLessThanOrEqual(32)
  })
})

describe('a program that misbehaves is ended', () => {
  const expectEnd = async (method: string, reason: string, options = {}) => {
    const program = await startInitialized(options)
    const open = catchFailure(program.request('silence', {}, patient))
    const failure = await catchFailure(program.request(method, {}, patient))
    expect(failure.reason).toBe(reason as never)
    // All open requests fail, and so does the next request.
    expect(await open).toBe(failure)
    expect(await catchFailure(program.request('echo', {}, patient))).toBe(failure)
    expect(program.isRunning).toBe(false)
    if (isLinux) expect(isAlive(program.pid)).toBe(false)
    return { program, failure }
  }

  test('when it exits or crashes', async () => {
    const { failure } = await expectEnd('exit', 'ended')
    expect(failure.message).toBe('The program ended (exit code 3)')
    const { program } = await expectEnd('crash', 'ended')
    expect(program.log.join('\n')).toContain('crashed as asked')
  })

  test('when a line is too long', async () => void (await expectEnd('long_line', 'output')))

  test.each(['flood', 'flood_errors'])('when it writes too much (%s)', async (method) => {
    const { program } = await expectEnd(method, 'output')
    expect(program.log.length).toBeLessThanOrEqual(200)
    expect(Math.max(...program.log.map(({ length }) => length))).toBeLessThanOrEqual(2000)
  })

  test('when it writes to the stream of its fetch', async () =>
    void (await expectEnd('control', 'output')))

  test('when it does not read its answers', async () => {
    const large = 'x'.repeat(4 * 1024 * 1024)
    await expectEnd('unread', 'output', { call: () => Promise.resolve(large) })
  })

  test.skipIf(!isLinux)('when it uses too much memory (Linux)', async () => {
    await expectEnd('fill', 'memory', { memoryMb: 128 })
  })

  test.each(['fill_disk', 'fill_folder'])('when it keeps too many files (%s)', async (method) => {
    const { dataFolder } = createFolders()
    await expectEnd(method, 'disk', { dataFolder })
    // The program cannot be started again until the files are deleted.
    const failure = await catchFailure(startProgram({ dataFolder }))
    expect(failure.reason).toBe('disk')
    rmSync(dataFolder, { recursive: true })
    mkdirSync(dataFolder)
    await startInitialized({ dataFolder })
  })

  test('when it hides files in a folder that is too deep to read', async () => {
    const { dataFolder } = createFolders()
    await expectEnd('hide_deep', 'disk', { dataFolder })
    const failure = await catchFailure(startProgram({ dataFolder }))
    expect(failure.reason).toBe('disk')
  })

  test.skipIf(!isLinux).each(['hide_open', 'hide_mapped'])(
    'when it keeps files that it has deleted (%s, Linux)',
    async (method) => void (await expectEnd(method, 'disk')),
  )

  test.each(['spin', 'silence'])('when it does not answer in time (%s)', async (method) => {
    const program = await startInitialized()
    const failure = await catchFailure(program.request(method, {}, { timeoutMs: 100 }))
    expect(failure.reason).toBe('timeout')
    expect(failure.message).toBe(`${method} took longer than 100 ms`)
    expect(program.isRunning).toBe(false)
  })

  test('when it does not start', async () => {
    const folder = join(import.meta.dir, 'programs')
    const failure = await catchFailure(startProgram({ entry: join(folder, 'absent.ts') }))
    expect(failure.reason).toBe('not_started')
  })
})

describe('the log', () => {
  test('keeps the last 200 lines, without secrets', async () => {
    const heard: string[] = []
    const program = await startInitialized({
      secrets: ['hunter2-token', 'token', 'abc'],
      onLog: (line) => void heard.push(line),
    })
    const padding = 'y'.repeat(1990)
    const lines = [
      ...Array.from({ length: 250 }, (_, index) => `line ${index}`),
      'using hunter2-token with abc',
      'GET https://someone:password@example.org/?api_key=12345',
      `${padding}hunter2-token`,
    ]
    await program.request('print', { lines }, patient)
    await waitUntil(() => heard.length === lines.length)
    expect(program.log).toHaveLength(200)
    expect(program.log.at(-3)).toBe('using <redacted> with abc')
    expect(program.log.at(-2)).toBe(
      'GET https://someone:<redacted>@example.org/?api_key=<redacted>',
    )
    expect(program.log.at(-1)).toBe(`${padding}<redacted>`)
    expect(heard.join('\n')).not.toContain('hunter2')
  })
})

describe('the end', () => {
  test('is asked for', async () => {
    const program = await startInitialized()
    await program.end()
    expect(program.isRunning).toBe(false)
    expect((await program.ended).message).toBe('The program ended (exit code 0)')
    await program.end()
  })

  test('is forced on a program that is not initialized, or hangs', async () => {
    const early = await startProgram()
    await early.end()
    const hanging = await startInitialized()
    const failure = catchFailure(hanging.request('spin', {}, patient))
    await hanging.end()
    expect((await failure).reason).toBe('ended')
    for (const { pid } of [early, hanging]) if (isLinux) expect(isAlive(pid)).toBe(false)
  })

  test.skipIf(!isLinux)('20 crashes leave no process and no descriptor (Linux)', async () => {
    await (await startInitialized()).end()
    const before = countDescriptors()
    const pids: number[] = []
    for (let round = 0; round < 10; round++) {
      const methods = ['crash', 'control']
      const started = await Promise.all(methods.map(() => startInitialized()))
      pids.push(...started.map(({ pid }) => pid))
      const ends = started.map((program, index) =>
        catchFailure(program.request(methods[index]!, {}, patient)),
      )
      await Promise.all(ends)
    }
    await catchFailure(startProgram({ entry: '/absent.ts' }))
    expect(pids).toHaveLength(20)
    expect(pids.filter(isAlive)).toEqual([])
    await waitUntil(() => countDescriptors() <= before)
  })

  test.skipIf(!isLinux)('does not wait for processes that it left (Linux)', async () => {
    const before = countDescriptors()
    const program = await startInitialized({ isConfined: false })
    const child = Number(await program.request('leave_child', {}, patient))
    try {
      expect((await catchFailure(program.request('exit', {}, patient))).reason).toBe('ended')
      await waitUntil(() => countDescriptors() <= before)
    } finally {
      process.kill(child, 'SIGKILL')
    }
  })

  test.skipIf(!canConfine)('follows that of the server, even while it spins (Linux)', async () => {
    const parent = Bun.spawn({
      cmd: [process.execPath, join(import.meta.dir, 'programs', 'parent.ts')],
      env: process.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const { value } = await parent.stdout.getReader().read()
    const pid = Number(new TextDecoder().decode(value))
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await waitUntil(() => !isAlive(pid))
  })

  test.skipIf(!isLinux)('5 idle programs use less than 40 MiB of their own (Linux)', async () => {
    const programs = await Promise.all(Array.from({ length: 5 }, () => startInitialized()))
    const sizes = programs.map(({ pid }) => readAnonymousKibibytes(pid))
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(40 * 1024)
  })
})
