/**
 * Gives the process a document. Only for runs of their own (`npm run screens`): modules of the
 * interface read the document when they are loaded, so it cannot be removed after a test file.
 */
import { Window } from 'happy-dom'

const window = new Window({ url: 'http://quire.test/', width: 1280, height: 800 })
window.document.documentElement.lang = 'en'

/** What Bun and the document both have, and must come from the document. */
const fromDocument = new Set(['Event', 'CustomEvent', 'EventTarget', 'navigator', 'self'])
const known = new Set(Object.getOwnPropertyNames(globalThis))

/** The fields of a form, as Bun can send them. */
class FormDataOfPage extends FormData {
  constructor(form?: Parameters<typeof readForm>[0]) {
    super()
    if (form) for (const [name, value] of readForm(form)) this.append(name, value as string)
  }
}

const readForm = (form: ConstructorParameters<typeof window.FormData>[0]) =>
  new window.FormData(form)

const replaced = {
  FormData: FormDataOfPage,
  window,
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
  // Each page listens to the server by itself, without a leader among several tabs.
  BroadcastChannel: undefined,
  EventSource: class {
    static readonly CLOSED = 2
    addEventListener() {}
    close() {}
  },
}

export function installDocument() {
  for (const name of Object.getOwnPropertyNames(window)) {
    if (known.has(name) && !fromDocument.has(name)) continue
    Object.defineProperty(globalThis, name, {
      get: () => Reflect.get(window, name) as unknown,
      set: (value: unknown) => {
        Reflect.set(window, name, value)
      },
      configurable: true,
    })
  }
  for (const [name, value] of Object.entries(replaced)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
}
