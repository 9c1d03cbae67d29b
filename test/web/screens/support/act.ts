/** Does what people do with the elements of a page. */
import { findByRole, type Role, waitFor } from './find'

/** Presses the pointer on an element, as a browser reports it. A disabled element hears nothing. */
export function press(element: HTMLElement, modifiers: { shiftKey?: boolean } = {}) {
  const options = { bubbles: true, cancelable: true, button: 0, detail: 1, ...modifiers }
  const pointer = { ...options, pointerType: 'mouse', isPrimary: true }
  element.dispatchEvent(new PointerEvent('pointerover', pointer))
  element.dispatchEvent(new PointerEvent('pointermove', pointer))
  element.dispatchEvent(new MouseEvent('mousemove', options))
  element.dispatchEvent(new PointerEvent('pointerdown', pointer))
  element.dispatchEvent(new MouseEvent('mousedown', options))
  element.focus()
  element.dispatchEvent(new PointerEvent('pointerup', pointer))
  element.dispatchEvent(new MouseEvent('mouseup', options))
  if (!element.matches(':disabled')) element.dispatchEvent(new PointerEvent('click', pointer))
}

/** Presses the only element with this role and name, once it is enabled. */
export async function click(role: Role, name: string | RegExp, within?: ParentNode) {
  const element = await findByRole(role, name, within)
  await waitFor(() => !isDisabled(element), `${role} ${String(name)} to be enabled`)
  press(element)
}

/** Replaces the text of a field, as typing does. */
export async function fill(name: string | RegExp, text: string, within?: ParentNode) {
  type((await findByRole('textbox', name, within)) as HTMLInputElement, text)
}

export function type(field: HTMLInputElement, text: string) {
  field.focus()
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Chooses an option of a select. */
export async function choose(list: string, option: string, within?: ParentNode) {
  const box = await findByRole('combobox', list, within)
  if (box instanceof HTMLSelectElement) {
    const found = [...box.options].find(({ text }) => text === option)
    if (!found) throw new Error(`No option ${option}`)
    box.value = found.value
    box.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  press(box)
  press(await findByRole('option', option))
  await waitFor(() => box.getAttribute('aria-expanded') !== 'true', `the end of ${list}`)
}

export const isChecked = (element: HTMLElement) =>
  element instanceof HTMLInputElement
    ? element.checked
    : element.getAttribute('aria-checked') === 'true'

export const isDisabled = (element: HTMLElement) =>
  element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true'

/** Presses a key, usually on the element that has the focus. */
export function pressKey(
  key: string,
  element: Element = document.activeElement ?? document.body,
  modifiers: { altKey?: boolean; ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean } = {},
) {
  const options = { key, bubbles: true, cancelable: true, ...modifiers }
  element.dispatchEvent(new KeyboardEvent('keydown', options))
  element.dispatchEvent(new KeyboardEvent('keyup', options))
}

/** Chooses a file in the only file field, as the file dialog does. */
/** `others`: names of more files with the same content. */
export async function chooseFile(name: string, text: string, others: readonly string[] = []) {
  const input = await waitFor(
    () => document.querySelector<HTMLInputElement>('input[type=file]'),
    'a file field',
  )
  const files = [name, ...others].map((one) => new File([text], one))
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
