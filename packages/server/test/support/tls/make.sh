#!/bin/sh
# Creates the certificates in this folder. They protect nothing: they exist only for the tests.
set -e
cd "$(dirname "$0")"
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1-key.pem"; }
authority() {
    key "$1"
    openssl req -x509 -new -key "$1-key.pem" -subj "/CN=Halyard tests $1" -days 36500 -out "$1.pem"
}
signed() {
    key "$1"
    openssl req -new -key "$1-key.pem" -subj "/CN=$1" -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" -out "$1.csr"
    openssl x509 -req -in "$1.csr" -CA authority.pem -CAkey authority-key.pem -copy_extensions copyall -days 36500 -out "$1.pem"
    rm "$1.csr"
}
authority authority
authority other-authority
signed server
signed client
cat client.pem client-key.pem > client-both.pem
openssl pkcs12 -export -in client.pem -inkey client-key.pem -passout pass:open-sesame -out client.p12
rm -f authority-key.pem other-authority-key.pem authority.srl
