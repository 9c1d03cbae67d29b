/**
 * Answers that came with the page: see src/web/first-answers.ts. Each is taken once, by the first who asks
 * while the page is being drawn; what nobody asked for by then would be old.
 */
const keptMs = 5_000
const elements = () => document.querySelectorAll<HTMLElement>('script[data-answer]')

setTimeout(() => {
  for (const element of elements()) element.remove()
}, keptMs)

/** `address`: below the base path. undefined: the server is to be asked. */
export function takeEmbeddedAnswer(address: string): Response | undefined {
  const element = [...elements()].find(({ dataset }) => dataset['answer'] === address)
  if (!element) return undefined
  element.remove()
  return new Response(element.textContent, { headers: { 'content-type': 'application/json' } })
}
