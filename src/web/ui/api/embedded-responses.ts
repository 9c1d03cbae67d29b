/**
 * Responses embedded in the page: see src/web/first-responses.ts. Each is used by the first request
 * that matches. Unused ones are removed after a few seconds, because they would be out of date.
 */
const keptMs = 5_000
const elements = () => document.querySelectorAll<HTMLElement>('script[data-answer]')

setTimeout(() => {
  for (const element of elements()) element.remove()
}, keptMs)

/** Returns the response for an address below the base path, or undefined if it is not embedded. */
export function takeEmbeddedAnswer(address: string): Response | undefined {
  const element = [...elements()].find(({ dataset }) => dataset['answer'] === address)
  if (!element) return undefined
  element.remove()
  return new Response(element.textContent, { headers: { 'content-type': 'application/json' } })
}
