interface KomgaEvent {
  name: string
  data: Record<string, unknown>
}

/** An open event stream and what it has sent so far. */
export class KomgaStream {
  readonly response: Response
  readonly #controller: AbortController
  text = ''
  ended = false

  constructor(response: Response, controller: AbortController) {
    this.response = response
    this.#controller = controller
    void this.#read()
  }

  stop = () => this.#controller.abort()

  get events(): KomgaEvent[] {
    const frames = this.text.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)
    return [...frames].map(([, name, data]) => ({ name: name!, data: JSON.parse(data!) }))
  }

  /** Events other than reports about the queue. */
  get changes() {
    return this.events.filter(({ name }) => name !== 'TaskQueueStatus')
  }

  get counts() {
    const reports = this.events.filter(({ name }) => name === 'TaskQueueStatus')
    return reports.map(({ data }) => data['count'])
  }

  async #read() {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of this.response.body!) this.text += decoder.decode(chunk)
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error
    }
    this.ended = true
  }
}
