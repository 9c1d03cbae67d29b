/** Uploads of reading lists in tests. */
import type { TestServer } from '../../support/server'

export const writeFile = (books: readonly string[], name = 'Read me') => `<?xml version="1.0"?>
<ReadingList><Name>${name}</Name><NumIssues>${books.length}</NumIssues><Books>
${books.join('\n')}
</Books><Matchers /></ReadingList>`

const toForm = (file: string | Uint8Array, fields: Record<string, string> = {}) => {
  const form = new FormData()
  form.set('file', new File([file as Uint8Array<ArrayBuffer>], 'list.cbl'))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

async function send(server: TestServer, as: string, path: string, body: FormData) {
  const response = await server.fetch(`/api/v1/readlists/import${path}`, {
    method: 'POST',
    as,
    body,
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of any shape
  return { status: response.status, body: (await response.json()) as any }
}

export const review = (server: TestServer, as: string, file: string | Uint8Array) =>
  send(server, as, '/review', toForm(file))

interface Choices {
  books: Record<number, string>
  byHand?: number[]
  skipped?: number[]
}

export const importFile = (
  server: TestServer,
  as: string,
  {
    file,
    choices,
    ...fields
  }: { file: string | Uint8Array; choices: Choices; name?: string; listId?: string },
) => send(server, as, '', toForm(file, { choices: JSON.stringify(choices), ...fields }))

/** Returns the choices of a user who accepts exact matches. */
export const acceptExact = (body: {
  entries: { index: number; status: string; candidates: { bookId: string }[] }[]
}): Choices => ({
  books: Object.fromEntries(
    body.entries
      .filter(({ status }) => status === 'exact')
      .map(({ index, candidates }) => [index, candidates[0]!.bookId]),
  ),
})
