#!/bin/sh
# Signs the recorder's program for Windows in its place (docs/recorder.md, "Signing").
#   SIGN_CERT               the certificate with its chain, a PEM file
#   SIGN_KEY                its private key, a PEM file
#   SIGN_KEY_PASSWORD_FILE  a file with the password of the key, if it has one
#   SIGN_TIMESTAMP_URL      the clock of the certificate's authority: signatures stay valid after the certificate ends
set -eu
signed="$1.signed"
trap 'rm -f "$signed"' EXIT
osslsigncode sign -h sha256 -n 'Pitboard recorder' -certs "$SIGN_CERT" -key "$SIGN_KEY" \
  ${SIGN_KEY_PASSWORD_FILE:+-readpass "$SIGN_KEY_PASSWORD_FILE"} \
  ${SIGN_TIMESTAMP_URL:+-ts "$SIGN_TIMESTAMP_URL"} \
  -in "$1" -out "$signed" >&2
mv "$signed" "$1"
