/** Lists the people of a shared device, and asks for the PIN of the chosen person. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, ApiError, buildUrl, readResponse, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { apiQuery } from '../../api/query'
import { t } from '../../i18n/i18n'
import { unsubscribeBrowser } from '../../state/browser/push-subscription'
import { markSharedDevice } from '../../state/session/shared-device'
import { Button } from '../controls/button'
import { Field } from '../controls/field'
import lists from '../lists/lists.module.css'
import { Form, Problem, typed } from './entry-page'
import { PersonFace } from './person-face'

const peoplePath = 'api/v1/auth/quick-switch/people'

type Person = Schemas['QuickSwitchPerson']

interface QuickSwitchProps {
  /** The person who has to enter a PIN. */
  chosen: Person | undefined
  onChoose: (person: Person | undefined) => void
}

export function QuickSwitch({ chosen, onChoose }: QuickSwitchProps) {
  const { data } = useQuery({ ...apiQuery('/api/v1/auth/quick-switch/people'), staleTime: 0 })
  const people = data?.people ?? []
  const isEmpty = data !== undefined && people.length === 0
  useEffect(() => {
    if (isEmpty) markSharedDevice(false)
  }, [isEmpty])
  if (people.length === 0) return null
  if (chosen) return <PinForm person={chosen} onBack={() => onChoose(undefined)} />
  return (
    <ul role="list" className={lists.choices} aria-label={t('People on this device')}>
      {people.map((person) => (
        <li key={person.id}>
          <button
            type="button"
            className={lists.choice}
            disabled={person.needsPassword}
            onClick={() => onChoose(person)}
          >
            <PersonFace person={person} size={40} path={peoplePath} />
            <span>
              {person.username}{' '}
              {person.needsPassword && <small>{t('Sign in with your password')}</small>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function PinForm({ person, onBack }: { person: Person; onBack: () => void }) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const enter = async (form: FormData) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const body = { userId: person.id, pin: typed(form, 'pin') }
      await readResponse(api.POST('/api/v1/auth/quick-switch', { body }))
      // Stops the previous user's notifications. Reloading the page then removes their data from
      // memory.
      await unsubscribeBrowser().catch(() => undefined)
      location.replace(buildUrl(''))
    } catch (error) {
      setProblem(formatPinError(error))
      setTries(tries + 1)
      setBusy(false)
    }
  }
  return (
    <Form onSubmit={(form) => void enter(form)}>
      <Field
        // Remounts the field after a wrong PIN, so that it is empty and focused again.
        key={tries}
        label={t('PIN of {name}', { name: person.username })}
        name="pin"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        minLength={4}
        maxLength={8}
        required
        autoFocus
      />
      {problem && <Problem>{problem}</Problem>}
      <Button variant="primary" type="submit" busy={isBusy}>
        {t('Continue')}
      </Button>
      <Button onClick={onBack}>{t('Back')}</Button>
    </Form>
  )
}

const formatPinError = (error: unknown) =>
  error instanceof ApiError && [400, 401].includes(error.status)
    ? t('Wrong PIN. After five wrong attempts, the password is required.')
    : formatError(error)
