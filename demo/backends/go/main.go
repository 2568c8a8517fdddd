// go run main.go (Go 1.18 or newer); the settings and routes are those of README.md.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const toleranceSeconds, tokenServerLimit = 300, 10 * time.Second

// A real site takes the user from its login, and order, promotion and points from its own records, never from the page.
const email, firstOrder, promotion, points = "member@example.com", "demo-1", "4001", 100

type event struct {
	OrderID      string `json:"order_id"`
	SessionToken string `json:"session_token"`
	State        string
	Sequence     int
}

var (
	secrets = regexp.MustCompile(`whsec_(\S+)`).FindAllStringSubmatch(os.Getenv("WEBHOOK_SECRET"), -1)
	session = regexp.MustCompile(`^POST /reward-session(?:\?order=([\w.-]{1,64}))?$`)
	order   = regexp.MustCompile(`^GET /orders/([\w.-]{1,64})$`)
	// The newest event of each order. A real site keeps sequence and points in its database, and books both in one transaction.
	newest = map[string]event{}
	lock   sync.Mutex
)
