/** Finds elements as people do, by role and name, and waits until they are shown. */

const roleSelectors = {
  alert: '[role=alert]',
  button: 'button:not([role]), [role=button]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  combobox: '[role=combobox], select',
  dialog: '[role=dialog], [role=alertdialog]',
  grid: '[role=grid]',
  group: '[role=group], fieldset',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  list: 'ul, ol',
  listitem: 'li',
  menuitem: '[role=menuitem]',
  navigation: 'nav',
  option: '[role=option]',
  radio: 'input[type=radio], [role=radio]',
  slider: '[role="slider"], input[type="range"]',
  region: 'section[aria-label], section[aria-labelledby]',
  row: '[role=row], tr',
  status: '[role=status]',
  switch: '[role=switch]',
  tab: '[role=tab]',
  toolbar: '[role=toolbar]',
  textbox:
    'input:not([type=checkbox], [type=radio], [type=file], [type=range], [aria-hidden=true]), textarea',
}

export type Role = keyof typeof roleSelectors
type Within = ParentNode | undefined

const limitMs = 4_000

/** Waits until a condition holds, and returns what it returns. */
export async function waitFor<Found>(find: () => Found, what: string) {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline;) {
    if (find()) {
      // Effects follow their render. What they change must not be missed.
      await new Promise((resolve) => setImmediate(resolve))
      const found = find()
      if (found) return found as Exclude<Found, false | null | undefined>
    }
    // Lets the page go on: requests, renders and effects.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error(`waited in vain for ${what}; the page shows: ${getText(document.body)}`)
}

const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()

/** Returns the text of an element, with spaces between its parts. */
function getText(element: Element): string {
  const parts: string[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) parts.push(walker.currentNode.textContent ?? '')
  return tidy(parts.join(' '))
}

const isField = (element: Element) => /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName)

/** Returns the accessible name of an element. */
function getName(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  if (ids.length > 0) {
    return tidy(ids.map((id) => document.getElementById(id)?.textContent).join(' '))
  }
  const label = element.getAttribute('aria-label')
  if (label !== null) return tidy(label)
  if (isField(element)) {
    const own = element.id && document.querySelector(`label[for="${element.id}"]`)
    return tidy((own || element.closest('label'))?.textContent)
  }
  if (element.tagName === 'FIELDSET') return tidy(element.querySelector('legend')?.textContent)
  return tidy(element.textContent)
}

const isHidden = (element: Element) => element.closest('[hidden], [aria-hidden=true]') !== null

type Name = string | RegExp

const isNamed = (element: Element, name: Name | undefined) =>
  name === undefined ||
  (typeof name === 'string' ? getName(element) === name : name.test(getName(element)))

export const listByRole = (role: Role, name?: Name, within: Within = document.body) =>
  [...within.querySelectorAll<HTMLElement>(roleSelectors[role])].filter(
    (element) => !isHidden(element) && isNamed(element, name),
  )

/** Lists the names of what has a role, in the order of the page. */
export const listNames = (role: Role, within?: Within) =>
  listByRole(role, undefined, within).map(getName)

/** Waits for the only element with this role and name. */
export async function findByRole(role: Role, name?: Name, within?: Within) {
  const what = `${role} ${String(name ?? '')}`
  const [only] = await waitFor(() => {
    const all = listByRole(role, name, within)
    return all.length === 1 && all
  }, what)
  if (!only) throw new Error(`No ${what}`)
  return only
}

/** Waits until nothing has this role and name. */
export const findNone = (role: Role, name?: Name, within?: Within) =>
  waitFor(() => listByRole(role, name, within).length === 0, `no ${role} ${String(name ?? '')}`)

export const hasText = (text: string, within: Element = document.body) =>
  tidy(within.textContent).includes(text)
export const findText = (text: string, within?: Element) =>
  waitFor(() => hasText(text, within), `the text ${text}`)
export const findNoText = (text: string, within?: Element) =>
  waitFor(() => !hasText(text, within), `no text ${text}`)
