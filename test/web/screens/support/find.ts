/** Finds elements as people do, by role and name, and waits until they are shown. */

const roleSelectors: Record<string, string> = {
  alert: '[role=alert]',
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  dialog: '[role=dialog], [role=alertdialog]',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
  textbox: 'input:not([type=checkbox]), textarea',
}

const limitMs = 4_000

/** Waits until a condition holds, and returns what it returns. */
export async function waitFor<Found>(find: () => Found, what: string) {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline;) {
    const found = find()
    if (found) return found as Exclude<Found, false | null | undefined>
    // Lets the page go on: requests, renders and effects.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error(`waited in vain for ${what}; the page shows: ${document.body.textContent}`)
}

const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()

/** Returns the accessible name of an element. */
function getName(element: Element): string {
  const label = element.getAttribute('aria-label')
  if (label !== null) return tidy(label)
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  if (ids.length > 0) {
    return tidy(ids.map((id) => document.getElementById(id)?.textContent).join(' '))
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const own = element.id && document.querySelector(`label[for="${element.id}"]`)
    return tidy((own || element.closest('label'))?.textContent)
  }
  return tidy(element.textContent)
}

const isHidden = (element: Element) => element.closest('[hidden], [aria-hidden=true]') !== null

export function listByRole(role: string, name?: string, within: ParentNode = document.body) {
  const selector = roleSelectors[role]
  if (selector === undefined) throw new Error(`Unknown role ${role}`)
  return [...within.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => !isHidden(element) && (name === undefined || getName(element) === name),
  )
}

/** Waits for the only element with this role and name. */
export async function findByRole(role: string, name?: string, within?: ParentNode) {
  const what = `${role} ${name ?? ''}`
  const [only] = await waitFor(() => {
    const all = listByRole(role, name, within)
    return all.length === 1 && all
  }, what)
  if (!only) throw new Error(`No ${what}`)
  return only
}

export const hasText = (text: string) => tidy(document.body.textContent).includes(text)
export const findText = (text: string) => waitFor(() => hasText(text), `the text ${text}`)

export async function click(role: string, name: string, within?: ParentNode) {
  const element = await findByRole(role, name, within)
  element.click()
}

/** Replaces the text of a field, as typing does. */
export async function fill(name: string, text: string, within?: ParentNode) {
  const field = (await findByRole('textbox', name, within)) as HTMLInputElement
  field.focus()
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
