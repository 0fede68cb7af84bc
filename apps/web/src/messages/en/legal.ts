import type { Area } from '@pitboard/contract/words/message'

export const legal = {
  asOf: 'As of November 2026',
  operatorUnset:
    'The operator of this server has not entered a name, address and email address yet. Until then this page is incomplete, and the server should not be open to the public.',
  operator: 'Operator',
  address: 'Address',
  email: 'Email',

  noticeTitle: 'Legal notice',
  noticeResponsibleTitle: 'Who runs this site',
  noticeContentTitle: 'Responsible for the content',
  noticeContent:
    'The operator named above. The times, names and results on this site come from the telemetry of a game, as the users of this site sent it; the operator does not check them before they appear. If something here violates your rights, write to the email address above and include the address of the page. Unlawful content will be removed without delay.',
  noticeLinksTitle: 'Links to other sites',
  noticeLinks:
    'Leagues and users can link to other sites. Their operators alone are responsible for what is there. Links to unlawful content will be removed as soon as they become known.',
  noticeTrademarksTitle: 'Trademarks',
  noticeTrademarks:
    'This site is not connected with, nor endorsed by, any racing series, team, circuit or game publisher. Names of games, series, teams, drivers and circuits belong to their owners and are used only to describe what was driven.',
  noticeSoftwareTitle: 'Software',
  noticeSoftware:
    'This site runs Pitboard, a companion for F1-style racing games. The authors of the software do not run this site and are not responsible for its content. It contains software of others, under [their licences](/third-party-notices.txt).',

  termsTitle: 'Terms of service',
  termsIntro:
    'These terms apply between the operator named below and everyone who uses this site or sends data to it. If you do not accept them, you may not use it.',
  termsServiceTitle: '1. What this site does',
  termsService:
    'The site receives the telemetry of a racing game from the recorder of its users. It shows sessions while they are driven and stores them as recorded sessions that can later count for leagues and seasons. It is free of charge. You have no claim to particular functions, to availability or to the storage of recordings.',
  termsAccessTitle: '2. Access',
  termsAccess:
    'Watching needs no account. To send sessions you need an account and a paired recorder.\n\n- Keep keys and passwords secret, and inform the operator if someone else has them.\n- Everything that is sent with your key counts as sent by you.\n- Send only sessions that you took part in or watched in the game, and only what the game sent. Forged or altered telemetry is not allowed.\n- If you are under 16, ask your parents first.',
  termsOthersTitle: '3. Other drivers',
  termsOthers:
    'A session also contains the names and times of those who drive with you. Inform them before a race that it is shown and recorded here. Drivers who do not want their name shown can hide it in the game’s settings; if a driver asks to have their name removed afterwards, you must respect that.',
  termsConductTitle: '4. Conduct',
  termsConduct:
    'Not allowed are:\n\n- names, descriptions and pictures that are unlawful, insulting, discriminating or pornographic, or that violate the rights of others\n- advertising without the operator’s consent\n- attempts to break into the site, to get around its limits or to disrupt it\n- automated retrieval that noticeably burdens the site; the documented interface is meant for moderate use\n\nThe operator may remove such content and block keys, accounts and addresses that violate these terms.',
  termsContentTitle: '5. What you send',
  termsContent:
    'What you send stays yours. You allow the operator to store it, to show it publicly on this site, and to compute results and statistics from it, without payment, as long as it is stored here. You can ask for the deletion of your sessions at any time; results of leagues they have counted for stay there with the names of the drivers, without your account.',
  termsResultsTitle: '6. Times and results',
  termsResults:
    'Times and results are computed from what the game sent. Data can be missing, late or wrong. Pitboard shows gaps that it knows of, and marks results that are provisional. League results are binding only if the organiser of the league says so.',
  termsRecorderTitle: '7. The recorder',
  termsRecorder:
    'The recorder is a program that you start on your own computer. It listens for the game’s telemetry, stores it on your disk and sends it to the server you have paired it with. It changes nothing in the game. It is up to you to check whether the game’s own terms allow the use of its telemetry.',
  termsLiabilityTitle: '8. Liability',
  termsLiability:
    'The operator is liable without limit for intent and gross negligence, for injury to life, body or health, and where the law prescribes it. For slight negligence the operator is liable only for the violation of essential duties, limited to the damage that is typical and foreseeable. Beyond that there is no liability, in particular none for lost recordings or missed races.',
  termsEndTitle: '9. End and changes',
  termsEnd:
    'You can stop using the site at any time and have your account and data deleted. The operator can end the service or change these terms for the future; users with an account are notified of essential changes beforehand. Should one of these terms be invalid, the others remain in force. The law of the country in which the operator has their address applies; mandatory rules that protect consumers where they live are not affected.',

  privacyTitle: 'Privacy policy',
  privacyIntro:
    'In short: no tracking, no advertising, no third-party services. The site stores the telemetry of a game that its users send, and what is technically needed to show it.',
  privacyControllerTitle: '1. Who is responsible',
  privacyVisitTitle: '2. When you visit the site',
  privacyVisit:
    'Your browser sends your IP address, the address of the page and technical details such as its name and language. The server needs them to answer. It logs each request with the time, the requested address, the result and the duration, but without the IP address and without anything else that would show who made it.\n\nYour IP address is held in memory for as long as a connection lasts, to limit the number of connections from one address, and for some minutes after a wrong recorder key, to stop guessing. It is written to the database only when you sign in, see section 6. A web server or hosting provider in front of this site may keep logs of its own; ask the operator about them.\n\nWe do this to run the site securely (Art. 6(1)(f) GDPR).',
  privacyStorageTitle: '3. What is stored in your browser',
  privacyStorage:
    'The site sets no cookies. It stores in your browser:\n\n- what you choose on its pages: language, colours, columns and order of tables, what the live page shows, says and alerts you to, and that you have fetched the recorder (`pitboard.…`), until you clear it\n- what you have typed and not yet sent (`pitboard.draft.…`), until the tab is closed\n- when you sign in: your session (`pitboard.auth`), until you log out; if you switch on notifications: which of your devices this one is (`pitboard.pushDevice`)\n- while you sign in or choose a new password: that you began it here (`pitboard.signIns`, for an hour at most), or came by its link (`pitboard.recovery`, until the tab is closed)\n\nThis is needed for what you have asked for, so no consent is required (§ 25(2) TDDDG and the corresponding laws of other countries). There is no tracking, no analysis and no fingerprinting. Fonts and pictures come from this server.',
  privacyTelemetryTitle: '4. Telemetry of the game',
  privacyTelemetry:
    'The recorder sends what the game reports about a session: track, weather, events, and for each car the driver’s name in the game, car number, team, whether a person or the computer drives, positions, lap and sector times, tyres, pit stops, penalties and warnings. This concerns everyone in the session, also those who have no account here.\n\nThe site shows this publicly, live and afterwards. The raw data behind it is stored with the session, thinned and without the network addresses of the players, so that errors can be corrected later.\n\nDrivers who do not want to be named can switch off their online name in the game, which then sends “Player” instead. To be removed from stored sessions, write to the address in section 1.\n\nThe purpose is to show and evaluate the races (Art. 6(1)(b) GDPR for those who send them; Art. 6(1)(f) for the other drivers: the interest of the participants in the times and results of a race they drove together).',
  privacyRecorderTitle: '5. The recorder on your computer',
  privacyRecorder:
    'It stores complete captures of the telemetry and its settings on your disk, up to the limit that you set there. It contacts no one but the server you have paired it with and the programs to which you let it forward.',
  privacyAccountsTitle: '6. Users and accounts',
  privacyAccounts:
    'For everyone who sends sessions the server stores: user name, user ID, time of creation, and for each recorder key its name, a checksum (not the key itself) and when it was last used.\n\nFor an account it also stores: email address or phone number, the password as a checksum that can’t be reversed, a picture if you upload one, and the ways of signing in that you have set up. They are used for signing in and for messages about your account, and for nothing else (Art. 6(1)(b) GDPR). The user name and the picture are public.\n\nFor each signed-in browser the server stores the time, the IP address and the browser’s name until you sign out, and for events of the account (sign-ins, changed passwords and addresses) a log with time and IP address for up to 400 days, so that misuse is noticed (Art. 6(1)(f) GDPR).',
  privacyRecipientsTitle: '7. Who receives data',
  privacyRecipients:
    'Public sessions can be read by everyone, search engines included. Otherwise data is passed to no one except the provider that runs the server on the operator’s behalf, or where the law requires it. A link to a community chat leads to another site; nothing is sent there before you follow it.',
  privacyDurationTitle: '8. How long',
  privacyDuration:
    'Sessions and their raw data stay until the user who sent them or the operator deletes them. Users, keys and accounts stay until they are deleted. Results that count in a league stay with it. Logs stay for as long as the operator needs them to find faults. Backups can hold deleted data for a while longer.',
  privacyRightsTitle: '9. Your rights',
  privacyRights:
    'You can ask the operator:\n\n- what is stored about you, and for a copy of it\n- to correct or delete it\n- to restrict its use\n- to hand over what you have provided in a common format\n\nYou can **object** to the use of your data that rests on legitimate interests, on grounds relating to your situation. Write to the address in section 1; name the session and the name you drove under, so that you can be found in it. You can also complain to a data protection authority.',
} as const satisfies Area
