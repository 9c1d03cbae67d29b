/** Connects a service: on its website, immediately, or by entering credentials. */
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { ConnectSheet } from './connect-sheet'
import { ofService, pluginsPath } from './sync-paths'

type Service = Pick<
  Schemas['AvailableUserPlugin'],
  'pluginId' | 'signIn' | 'oauthConfigured' | 'tokenSource' | 'userSetupInstructions'
>

interface ConnectButtonProps {
  service: Service
  name: string
  /** Button label, such as "Reconnect". Defaults to "Connect". */
  label?: string
}

/** Renders nothing if an administrator has to configure the sign-in first. */
export function ConnectButton({ service, name, label = t('Connect') }: ConnectButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { pluginId, signIn, oauthConfigured } = service
  const atPages = useChange({
    act: () =>
      readResponse(api.POST('/api/v1/user/plugins/{plugin_id}/oauth/start', ofService(pluginId))),
    // Stays pending until the browser has left the page.
    onDone: ({ redirectUrl }) => window.location.assign(redirectUrl),
    once: true,
  })
  const atOnce = useChange({
    act: () =>
      readResponse(
        api.POST('/api/v1/user/plugins/{plugin_id}/credentials', {
          ...ofService(pluginId),
          body: {},
        }),
      ),
    done: t('Connected to {name}', { name }),
    stale: [pluginsPath],
    once: true,
  })
  if (signIn === 'redirect' && !oauthConfigured) return null
  const act = { redirect: atPages.mutate, none: atOnce.mutate, token: open, password: open }
  function open() {
    setOpen(true)
  }
  return (
    <>
      <Button
        onClick={() => act[signIn]()}
        busy={atPages.isPending || atPages.isSuccess || atOnce.isPending}
        aria-label={label === t('Connect') ? t('Connect {name}', { name }) : undefined}
      >
        {label}
      </Button>
      {isOpen && <ConnectSheet service={service} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}
