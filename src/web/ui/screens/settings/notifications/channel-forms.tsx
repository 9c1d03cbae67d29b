/** Adds and edits channels. A stored address is never shown again. */
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Field } from '../../../components/controls/field'
import { Select } from '../../../components/controls/select'
import { Switch } from '../../../components/controls/switch'
import { useChange } from '../../../components/use-change'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'
import {
  canSubscribe,
  describeBrowser,
  subscribeBrowser,
} from '../../../state/browser/push-subscription'
import { useUser } from '../../../state/session/session'
import { ChangesSheet } from '../shared/changes-sheet'
import {
  channelKinds,
  channelsPath,
  formatAddressHint,
  formatHour,
  formatTokenLabel,
  frequencyChoices,
  newsKindChoices,
} from './channel-labels'

type Channel = Schemas['NotificationChannel']

interface Draft {
  kind: Channel['kind']
  name: string
  address: string
  token: string
  newsKinds: Channel['newsKinds']
  frequency: Channel['frequency']
  quietFrom: number | null
  quietUntil: number | null
}

const newDraft: Draft = {
  kind: 'ntfy',
  name: '',
  address: '',
  token: '',
  newsKinds: ['release'],
  frequency: 'soon',
  quietFrom: null,
  quietUntil: null,
}

interface NewChannelProps {
  /** Whether a mail server is configured. */
  canSendEmail: boolean
  onClose: () => void
}

export function NewChannel({ canSendEmail, onClose }: NewChannelProps) {
  const [draft, setDraft] = useState(newDraft)
  const { token, ...others } = draft
  const save = useChange({
    once: true,
    act: async () => {
      const target = draft.kind === 'web_push' ? await subscribe() : { ...(token && { token }) }
      return readResponse(api.POST(channelsPath, { body: { ...others, ...target } }))
    },
    done: ({ confirmed }) =>
      confirmed ? t('Channel added') : t('Channel added. Enter the code from the email.'),
    stale: [channelsPath],
    onDone: onClose,
    quiet: true,
  })
  return (
    <ChangesSheet
      title={t('Add a channel')}
      action={t('Add')}
      isChanged={draft.name !== '' || draft.address !== ''}
      isComplete={isComplete(draft) && hasTarget(draft)}
      save={save}
      onClose={onClose}
    >
      <Select
        label={t('Service')}
        choices={channelKinds().filter(({ value }) => canSendEmail || value !== 'email')}
        value={draft.kind}
        onChange={(kind) => setDraft(changeKind(draft, kind))}
      />
      <Fields draft={draft} onChange={(patch) => setDraft({ ...draft, ...patch })} />
    </ChangesSheet>
  )
}

function changeKind(draft: Draft, kind: Draft['kind']): Draft {
  const name = kind === 'web_push' ? draft.name || describeBrowser() : draft.name
  return { ...draft, kind, name, token: '' }
}

const hasTarget = ({ kind, address }: Draft) =>
  kind === 'web_push' ? canSubscribe() : address.trim() !== ''

async function subscribe() {
  const subscription = await subscribeBrowser().catch(() => {
    throw new Error(
      t('The browser can’t receive notifications. Check its connection and settings.'),
    )
  })
  if (subscription) return subscription
  throw new Error(t('Allow notifications from this page in your browser, then try again'))
}

export function EditChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { id, kind, name, newsKinds, frequency, quietFrom, quietUntil } = channel
  const [begun] = useState<Draft>({
    kind,
    name,
    newsKinds,
    frequency,
    quietFrom,
    quietUntil,
    address: '',
    token: '',
  })
  const [draft, setDraft] = useState(begun)
  const { kind: _, address, token, ...others } = draft
  const save = useChange({
    once: true,
    act: () =>
      readResponse(
        api.PATCH('/api/v1/user/notification-channels/{id}', {
          ...withId(id),
          body: { ...others, ...(address && { address }), ...(token && { token }) },
        }),
      ),
    done: t('Saved'),
    stale: [channelsPath],
    onDone: onClose,
    quiet: true,
  })
  return (
    <ChangesSheet
      title={name}
      isChanged={JSON.stringify(draft) !== JSON.stringify(begun)}
      isComplete={isComplete(draft)}
      save={save}
      onClose={onClose}
    >
      <Fields draft={draft} isKept onChange={(patch) => setDraft({ ...draft, ...patch })} />
    </ChangesSheet>
  )
}

const isComplete = ({ name, newsKinds, quietFrom, quietUntil }: Draft) =>
  name.trim() !== '' && newsKinds.length > 0 && (quietFrom === null) === (quietUntil === null)

interface FieldsProps {
  draft: Draft
  onChange: (patch: Partial<Draft>) => void
  /** Whether an address is stored, which is kept if the field is empty. */
  isKept?: boolean
}

function Fields({ draft, onChange, isKept = false }: FieldsProps) {
  return (
    <>
      <Field
        label={t('Name')}
        name="name"
        value={draft.name}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {draft.kind === 'web_push' ? (
        <BrowserNote isKept={isKept} />
      ) : (
        <TargetFields draft={draft} isKept={isKept} onChange={onChange} />
      )}
      <NewsKinds value={draft.newsKinds} onChange={(newsKinds) => onChange({ newsKinds })} />
      <Select
        label={t('Frequency')}
        choices={frequencyChoices()}
        value={draft.frequency}
        onChange={(frequency) => onChange({ frequency })}
      />
      <QuietTime draft={draft} onChange={onChange} />
    </>
  )
}

function BrowserNote({ isKept }: { isKept: boolean }) {
  if (isKept) return null
  return (
    <p>
      {canSubscribe()
        ? t(
            'This browser shows notifications even when Quire is not open. They stop when you sign out here.',
          )
        : t('This browser shows notifications only over a secure connection (HTTPS)')}
    </p>
  )
}

function TargetFields({ draft, onChange, isKept = false }: FieldsProps) {
  const tokenLabel = formatTokenLabel(draft.kind)
  const isEmail = draft.kind === 'email'
  return (
    <>
      <Field
        label={isEmail ? t('Email address') : t('Address')}
        name="address"
        type={isEmail ? 'email' : 'url'}
        inputMode={isEmail ? 'email' : 'url'}
        hint={isKept ? t('Leave empty to keep the current value') : formatAddressHint(draft.kind)}
        value={draft.address}
        maxLength={2000}
        autoComplete="off"
        onChange={({ target }) => onChange({ address: target.value.trim() })}
      />
      {tokenLabel && (
        <Field
          label={tokenLabel}
          name="token"
          type="password"
          hint={isKept ? t('Leave empty to keep the current value') : undefined}
          value={draft.token}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => onChange({ token: target.value.trim() })}
        />
      )}
    </>
  )
}

interface NewsKindsProps {
  value: Channel['newsKinds']
  onChange: (value: Channel['newsKinds']) => void
}

function NewsKinds({ value, onChange }: NewsKindsProps) {
  const mine = useUser()?.effectivePermissions ?? []
  const toggle = (kind: Channel['newsKinds'][number], isOn: boolean) =>
    onChange(isOn ? [...value, kind] : value.filter((one) => one !== kind))
  return newsKindChoices()
    .filter(({ needs }) => mine.includes(needs))
    .map(({ kind, label }) => (
      <Switch
        key={kind}
        label={label}
        checked={value.includes(kind)}
        onChange={(isOn) => toggle(kind, isOn)}
      />
    ))
}

const usualQuietTime = { quietFrom: 22, quietUntil: 7 }

/** During quiet hours, notifications are delayed but never lost. */
function QuietTime({ draft: { quietFrom, quietUntil }, onChange }: FieldsProps) {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: formatHour(hour),
  }))
  if (quietFrom === null || quietUntil === null) {
    return (
      <Switch
        label={t('Quiet time')}
        hint={t('Notifications are held until the quiet time ends')}
        checked={false}
        onChange={() => onChange(usualQuietTime)}
      />
    )
  }
  return (
    <>
      <Switch
        label={t('Quiet time')}
        hint={t(
          'Notifications are held until the quiet time ends. Times are in the server’s time zone.',
        )}
        checked
        onChange={() => onChange({ quietFrom: null, quietUntil: null })}
      />
      <Select
        label={t('Quiet from')}
        choices={hours}
        value={String(quietFrom)}
        onChange={(hour) => onChange({ quietFrom: Number(hour) })}
      />
      <Select
        label={t('Quiet until')}
        choices={hours}
        value={String(quietUntil)}
        onChange={(hour) => onChange({ quietUntil: Number(hour) })}
      />
    </>
  )
}
