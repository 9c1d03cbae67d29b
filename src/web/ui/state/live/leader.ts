/** Elects one open tab as leader. If it closes or stops responding, another takes over. */

interface Parts<Message> {
  /** Called when this tab becomes the leader. `tell` broadcasts to the other tabs. */
  onLead(tell: (message: Message) => void): void
  onMessage(message: Message): void
  /** Called when this tab is no longer the leader. */
  onStep(): void
}

type Word<Message> =
  | { kind: 'asking' | 'leading' | 'leaving'; from: string }
  | { kind: 'message'; from: string; message: Message }

const beatMs = 2_000
const timeoutMs = 5_000
const answerMs = 300

export function electLeader<Message>(name: string, parts: Parts<Message>): { leave(): void } {
  if (typeof BroadcastChannel === 'undefined') return leadEveryVisibleTab(parts)
  const me = `${performance.timeOrigin}-${Math.random()}`
  const channel = openChannel<Word<Message>>(name)
  const { say } = channel
  let isLeading = false
  let lastBeat = 0

  const lead = () => {
    if (isLeading) return
    isLeading = true
    say({ kind: 'leading', from: me })
    parts.onLead((message) => say({ kind: 'message', from: me, message }))
  }
  const step = () => {
    isLeading = false
    parts.onStep()
  }
  channel.hear((data) => {
    if (data.kind === 'message') parts.onMessage(data.message)
    else if (data.kind === 'leaving') setTimeout(takeOver, Math.random() * answerMs)
    else if (data.kind === 'asking') {
      if (isLeading) say({ kind: 'leading', from: me })
    } else {
      lastBeat = performance.now()
      // If there are two leaders, the tab that was opened first stays leader.
      if (isLeading && data.from < me) step()
      else if (isLeading) say({ kind: 'leading', from: me })
    }
  })
  const isSilent = () => performance.now() - lastBeat > timeoutMs
  const takeOver = () => {
    lastBeat = Number.NEGATIVE_INFINITY
    say({ kind: 'asking', from: me })
    setTimeout(() => channel.isOpen() && isSilent() && lead(), answerMs)
  }
  const pulse = setInterval(() => {
    if (isLeading) say({ kind: 'leading', from: me })
    else if (isSilent()) takeOver()
  }, beatMs)
  const leave = () => {
    clearInterval(pulse)
    if (isLeading) say({ kind: 'leaving', from: me })
    channel.close()
  }
  addEventListener('pagehide', leave, { once: true })
  takeOver()
  return { leave }
}

/** Opens a channel. Once closed, it drops messages that delayed callbacks still send. */
function openChannel<Said>(name: string) {
  const channel = new BroadcastChannel(name)
  let isOpen = true
  return {
    isOpen: () => isOpen,
    say: (word: Said) => isOpen && channel.postMessage(word),
    hear: (listener: (word: Said) => void) =>
      channel.addEventListener('message', ({ data }: MessageEvent<Said>) => listener(data)),
    close() {
      isOpen = false
      channel.close()
    },
  }
}

/** Fallback for browsers without BroadcastChannel: each visible tab has its own stream. */
function leadEveryVisibleTab<Message>(parts: Parts<Message>): { leave(): void } {
  const turn = () => (document.hidden ? parts.onStep() : parts.onLead(() => undefined))
  document.addEventListener('visibilitychange', turn)
  turn()
  return { leave: () => document.removeEventListener('visibilitychange', turn) }
}
