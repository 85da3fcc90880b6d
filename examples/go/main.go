package main

import (
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/Unleash/unleash-go-sdk/v5"
	"github.com/Unleash/unleash-go-sdk/v5/context"
)

func main() {
	// The SDK loads all flags in the background and evaluates them locally.
	unleash.Initialize(
		unleash.WithListener(&unleash.DebugListener{}),
		unleash.WithUrl(setting("HALYARD_URL", "http://localhost:4242")+"/api/"),
		unleash.WithAppName("go-example"),
		unleash.WithCustomHeaders(http.Header{"Authorization": {os.Getenv("HALYARD_TOKEN")}}),
		unleash.WithRefreshInterval(5*time.Second),
	)
	unleash.WaitForReady()

	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		user := context.Context{UserId: request.URL.Query().Get("user")}
		isEnabled := unleash.IsEnabled("new-checkout", unleash.WithContext(user))
		fmt.Fprintf(response, "new-checkout: %t\n", isEnabled)
	})
	http.ListenAndServe(":"+setting("PORT", "3000"), nil)
}

func setting(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}
