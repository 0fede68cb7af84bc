import { type PairingRequest, recorderPairings } from '@pitboard/contract/accounts/recorder-pairing'
import { ApiException } from '@pitboard/contract/wire/client'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { DownloadButton } from '../../features/downloads/download-button.tsx'
import { FirstRunSteps } from '../../features/first-run/first-run-steps.tsx'
import { ownRecorderStatus } from '../../features/first-run/recorder-status-query.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormPage } from '../../ui/layout/form-page.tsx'
import { Prose } from '../../ui/reading/prose.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'

const LETTERS = /^[A-Z]{8}$/

/** The user compares the recorder's code and confirms it; the link alone confirms nothing. */
export function PairPage() {
  const t = useText()
  const { recorder } = useSearch({ from: '/dashboard/pair' })
  const userCode = readUserCode(recorder)
  return (
    <FormPage
      title={t('dashboard.pairTitle')}
      aboutTitle={t('dashboard.pairAbout')}
      about={t('dashboard.pairAboutHow')}
    >
      {userCode === '' ? (
        <EnterCode isLinkWrong={recorder !== ''} />
      ) : (
        <Decide key={userCode} userCode={userCode} />
      )}
    </FormPage>
  )
}

/** Turns "wdjb mjht", as somebody may type it, into "WDJB-MJHT"; returns an empty text for anything else. */
function readUserCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return LETTERS.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : ''
}

function EnterCode({ isLinkWrong = false }: { readonly isLinkWrong?: boolean }) {
  const t = useText()
  const navigate = useNavigate({ from: '/dashboard/pair' })
  return (
    <>
      {isLinkWrong && <p role="alert">{t('dashboard.linkWrong')}</p>}
      <Form
        label={t('dashboard.code')}
        submitLabel={t('dashboard.pairContinue')}
        isDraft={false}
        fields={[
          {
            kind: 'text',
            name: 'userCode',
            label: t('dashboard.code'),
            hint: t('dashboard.codeHint'),
            autoComplete: 'off',
            maxLength: 20,
            missing: t('dashboard.pairCodeMissing'),
            check: (typed) => readUserCode(typed) === '' && t('dashboard.pairCodeMissing'),
          },
        ]}
        onSubmit={async ({ userCode }) => {
          await navigate({ search: { recorder: readUserCode(userCode) } })
        }}
      />
    </>
  )
}

function pairingRequest(userCode: string) {
  return queryOptions({
    queryKey: ['pairing', userCode],
    queryFn: ({ signal }) => call(recorderPairings.get, { params: { userCode }, signal }),
    // What was looked at is decided: a code that has expired meanwhile is refused by the server.
    staleTime: Infinity,
    retry: (failures, error) => !(error instanceof ApiException) && failures < 3,
  })
}

function Decide({ userCode }: { readonly userCode: string }) {
  const t = useText()
  const query = useQuery(pairingRequest(userCode))
  const decision = useMutation({
    mutationFn: async (decided: 'confirm' | 'refuse') => {
      await call(recorderPairings[decided], { params: { userCode } })
      return decided
    },
  })
  if (decision.data === 'confirm') return <Paired />
  if (decision.data === 'refuse') return <Outcome title={t('dashboard.refused')} />
  return (
    <QueryContent
      query={query}
      placeholder={<Skeleton className="h-96" />}
      renderError={(error, retry) =>
        error instanceof ApiException && isExpected(error) ? (
          <Unusable error={error} />
        ) : (
          <PageError error={error} retry={retry} />
        )
      }
    >
      {(data) => {
        return (
          <>
            <div>
              <p className="text-timing">{t('dashboard.compare')}</p>
              <p className="timing mt-1 text-figure font-semibold tracking-widest">
                {data.userCode}
              </p>
            </div>
            <RequestFacts request={data} />
            <p className="flex max-w-prose gap-2 border-l-2 border-secondary pl-3">
              {t('dashboard.warning')}
            </p>
            <DecisionError error={decision.error} />
            <div className="flex flex-wrap gap-3">
              <Button
                look="primary"
                loading={decision.isPending && decision.variables === 'confirm'}
                onClick={() => decision.mutate('confirm')}
              >
                {t('dashboard.confirm')}
              </Button>
              <Button
                loading={decision.isPending && decision.variables === 'refuse'}
                onClick={() => decision.mutate('refuse')}
              >
                {t('dashboard.refuse')}
              </Button>
            </div>
          </>
        )
      }}
    </QueryContent>
  )
}

/** All of it comes from the recorder or its connection: it is shown as text and believed by nobody. */
function RequestFacts({ request }: { readonly request: PairingRequest }) {
  const t = useText()
  const { ipAddress: address } = request
  const facts = {
    computer: request.computerName,
    system: request.operatingSystem,
    version: request.recorderVersion,
    address: t(request.isSameNetwork ? 'dashboard.sameNetwork' : 'dashboard.otherNetwork', {
      address,
    }),
    time: formatDateTime(request.requestedAt, t.locale),
  }
  const names = ['computer', 'system', 'version', 'address', 'time'] as const
  return (
    <div>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {names.map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{t(`dashboard.${name}`)}</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere">
              <bdi>{facts[name]}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-small text-muted">{t('dashboard.untrusted')}</p>
    </div>
  )
}

function isExpected({ status }: ApiException): boolean {
  return status === 404 || status === 429
}

/** The code cannot be decided: another one can. */
function Unusable({ error }: { readonly error: ApiException }) {
  const t = useText()
  return (
    <div className="flex flex-col gap-5">
      <p role="alert" className="max-w-prose text-timing">
        {t(error.status === 429 ? 'dashboard.tooMany' : 'dashboard.unknown')}
      </p>
      <EnterCode />
    </div>
  )
}

function DecisionError({ error }: { readonly error: Error | null }) {
  const t = useText()
  if (error === null) return null
  return (
    <div role="alert" className="text-bad">
      <Prose>{t(`dashboard.${reasonOf(error)}`)}</Prose>
    </div>
  )
}

function reasonOf(error: Error): 'unknown' | 'full' | 'tooMany' | 'pairFailed' {
  if (!(error instanceof ApiException)) return 'pairFailed'
  if (error.status === 404) return 'unknown'
  if (error.status === 409) return 'full'
  return error.status === 429 ? 'tooMany' : 'pairFailed'
}

function Paired() {
  const t = useText()
  const navigate = useNavigate()
  const { data } = useQuery(ownRecorderStatus)
  const sessionId = data?.liveSessionId ?? null
  // The page says so: who has just paired waits for nothing else.
  useEffect(() => {
    if (sessionId !== null) void navigate({ to: '/live/$sessionId', params: { sessionId } })
  }, [navigate, sessionId])
  return (
    <>
      <Outcome title={t('dashboard.paired')}>{t('dashboard.pairedHow')}</Outcome>
      <FirstRunSteps download={<DownloadButton />} />
    </>
  )
}

/** Replaces what was decided, and takes its focus. */
function Outcome({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        {title}
      </h2>
      {children !== undefined && <p className="max-w-prose text-muted">{children}</p>}
    </div>
  )
}
