/** Checks that keyboard users can see the focus. */
import type { Page } from 'playwright-core'

/** Describes why the focused element is not visible. Returns null if there is no problem. */
const findFocusProblem = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return null
    const name = `${focused.tagName} "${(focused.ariaLabel ?? focused.textContent ?? '').slice(0, 40)}"`
    const isOutlined = (element: Element | null) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    }
    const around = [
      focused,
      focused.nextElementSibling,
      focused.parentElement,
      focused.firstElementChild,
    ]
    if (!around.some(isOutlined)) return `${name} does not show that it has the focus`
    // The label of a control may be drawn in place of the control.
    const shown = focused.closest('label') ?? focused
    const { left, top, width, height } = shown.getBoundingClientRect()
    const isSeen = [0.1, 0.5, 0.9].some((x) =>
      [0.1, 0.5, 0.9].some((y) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y)
        return (
          hit !== null &&
          (shown.contains(hit) || hit.contains(shown)) &&
          hit !== document.documentElement
        )
      }),
    )
    return isSeen ? null : `${name} is hidden at ${Math.round(left)}, ${Math.round(top)}`
  })

/** Presses Tab `steps` times and returns the problems found. */
export async function walkByTab(page: Page, steps: number): Promise<string[]> {
  const problems = new Set<string>()
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab')
    const problem = await findFocusProblem(page)
    if (problem) problems.add(problem)
  }
  return [...problems]
}

/** Presses Tab until the focused element has this name. */
export async function tabTo(page: Page, name: RegExp, most = 80): Promise<void> {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab')
    if (name.test(await getFocusedName(page))) return
  }
  throw new Error(`no Tab leads to ${name.source}`)
}

export const getFocusedName = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement | null
    return (focused?.ariaLabel ?? focused?.textContent ?? '').trim()
  })
