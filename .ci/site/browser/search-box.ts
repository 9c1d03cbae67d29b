/** The search of the site in the browser. The index is loaded when the field gets the focus. */
import MiniSearch, { type SearchResult } from 'minisearch'
import { type Entry, options } from './search-options'

const base = document.documentElement.dataset['base'] ?? ''
const field = document.querySelector<HTMLInputElement>('#search')!
const list = document.querySelector<HTMLOListElement>('#results')!
const message = document.querySelector<HTMLElement>('#found')!
const maxResults = 12

let index: Promise<MiniSearch<Entry>> | undefined
async function loadIndex() {
  const response = await fetch(`${base}search-index.json`)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return MiniSearch.loadJSON<Entry>(await response.text(), options)
}

async function search() {
  const words = field.value.trim()
  try {
    index ??= loadIndex()
    const found = words === '' ? [] : (await index).search(words)
    // Another letter may have been typed meanwhile.
    if (field.value.trim() === words) show(words, found.slice(0, maxResults))
  } catch {
    index = undefined
    message.textContent = 'The search could not be loaded. Try again, or use the list of pages.'
  }
}

function show(words: string, found: readonly SearchResult[]) {
  message.textContent = describe(words, found.length)
  list.replaceChildren(
    ...found.map((result) => {
      // The index stores these fields.
      const { title, heading, start } = result as unknown as Entry
      const link = document.createElement('a')
      link.href = `${base}${String(result.id)}`
      link.textContent = heading === '' || heading === title ? title : `${title}: ${heading}`
      const text = document.createElement('p')
      text.textContent = start
      const item = document.createElement('li')
      item.append(link, text)
      return item
    }),
  )
}

function describe(words: string, count: number) {
  if (words === '') return ''
  if (count === 0) return `Nothing was found for “${words}”.`
  return count === 1 ? '1 result' : `${count} results`
}

field.addEventListener('input', () => void search())
field.form?.addEventListener('submit', (event) => {
  event.preventDefault()
  list.querySelector('a')?.click()
})
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key === '/' && !isTyping) {
    event.preventDefault()
    field.focus()
  }
  if (event.key === 'Escape' && event.target === field) {
    field.value = ''
    show('', [])
  }
})
