/**
 * Asks for a password. In a terminal, the input is hidden; otherwise, the first line of stdin is
 * used.
 */
import type { ReadStream } from 'node:tty'

const maxLength = 10_000
const enter = new Set(['\r', '\n', '\u0004'])
const rubout = new Set(['\u007f', '\b'])
const interrupt = '\u0003'

/** Reads a password. Returns undefined if the user cancels or there is no input. */
export async function readPassword(
  question: string,
  stdin: ReadStream = process.stdin,
  err: (text: string) => void = (text) => void process.stderr.write(text),
): Promise<string | undefined> {
  if (!stdin.isTTY) return readFirstLine(stdin)
  err(question)
  stdin.setRawMode(true)
  try {
    return await readKeys(stdin)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    err('\n')
  }
}

async function readFirstLine(stdin: AsyncIterable<Buffer | string>): Promise<string | undefined> {
  let text = ''
  for await (const chunk of stdin) {
    text += chunk.toString()
    if (text.includes('\n') || text.length > maxLength) break
  }
  const [line = ''] = text.split(/\r?\n/)
  return line === '' ? undefined : line
}

function readKeys(stdin: ReadStream): Promise<string | undefined> {
  return new Promise((resolve) => {
    let password: string[] = []
    const onData = (chunk: Buffer | string) => {
      for (const key of chunk.toString()) {
        if (enter.has(key) || key === interrupt) {
          stdin.off('data', onData)
          resolve(key === interrupt ? undefined : password.join(''))
          return
        }
        password = rubout.has(key) ? password.slice(0, -1) : [...password, key].slice(0, maxLength)
      }
    }
    stdin.on('data', onData)
    stdin.resume()
  })
}
