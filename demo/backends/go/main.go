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

// A real site takes the user from its login, and the rest from its own records, never from the page. An order is named after what was
// earned or paid for, once: the same name leads to the same reward.
const email, firstOrder, promotion, cost, earned = "member@example.com", "purchase-1042", "4001", 100, 1000

type event struct {
	OrderID          string `json:"order_id"`
	SessionToken     string `json:"session_token"`
	State            string
	Sequence, points int
}

var secrets = regexp.MustCompile(`whsec_(\S+)`).FindAllStringSubmatch(os.Getenv("WEBHOOK_SECRET"), -1)
var session = regexp.MustCompile(`^POST /reward-session(?:\?order=([\w.-]{1,64}))?$`)
var order = regexp.MustCompile(`^GET /orders/([\w.-]{1,64})$`)

// What is booked, by order. A real site keeps it in its database, and books sequence and points in one transaction.
var booked, lock = map[string]event{}, sync.Mutex{}

func ask(method, path, body string, show func(event) string) (int, string) {
	request, _ := http.NewRequest(method, os.Getenv("REWARDS_URL")+path, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SITE_KEY"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := (&http.Client{Timeout: tokenServerLimit}).Do(request)
	if err != nil {
		return 502, ""
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		return 502, string(text)
	}
	return 200, show(data(text))
}

func data(text []byte) event {
	var message struct{ Data event }
	json.Unmarshal(text, &message)
	return message.Data
}

func isGenuine(headers http.Header, body []byte) bool {
	id, sent, given := headers.Get("webhook-id"), headers.Get("webhook-timestamp"), headers.Get("webhook-signature")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	age := time.Now().Unix() - seconds
	if err != nil || age > toleranceSeconds || age < -toleranceSeconds {
		return false
	}
	for _, secret := range secrets {
		key, _ := base64.StdEncoding.DecodeString(secret[1])
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", id, sent, body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, each := range strings.Split(given, " ") {
			if hmac.Equal([]byte(each), []byte(expected)) {
				return true
			}
		}
	}
	return false
}

// Points follow the newest state: a delivery that comes twice, or after a newer one, changes nothing; `processing` says nothing yet.
func book(next event) {
	lock.Lock()
	defer lock.Unlock()
	if next.State == "redeemed" {
		next.points = cost
	}
	if next.State != "processing" && next.Sequence > booked[next.OrderID].Sequence {
		booked[next.OrderID] = next
	}
}

// Asked before a confirmation is stored, perhaps twice for the same one: the points are reserved, once an order.
func authorize(asked event) string {
	lock.Lock()
	defer lock.Unlock()
	others := 0
	for id, each := range booked {
		if id != asked.OrderID {
			others += each.points
		}
	}
	if others+cost > earned {
		return `{"decision":"deny","reason":"You do not have enough points."}`
	}
	reserved := booked[asked.OrderID]
	reserved.points = cost
	booked[asked.OrderID] = reserved
	return `{"decision":"allow"}`
}

func answer(route string, headers http.Header, body []byte) (int, string) {
	if found := session.FindStringSubmatch(route); found != nil {
		if found[1] == "" {
			found[1] = firstOrder
		}
		wanted := fmt.Sprintf(`{"order_id":"%s","promotion_id":"%s","user":{"email":"%s"}}`, found[1], promotion, email)
		return ask("POST", "/v1/sessions", wanted, func(is event) string { return fmt.Sprintf(`{"session_token":"%s"}`, is.SessionToken) })
	}
	if found := order.FindStringSubmatch(route); found != nil {
		return ask("GET", "/v1/orders/"+found[1], "", func(is event) string {
			lock.Lock()
			defer lock.Unlock()
			return fmt.Sprintf(`{"order_id":"%s","state":"%s","points":%d}`, found[1], is.State, booked[found[1]].points)
		})
	}
	if route != "POST /webhooks" && route != "POST /authorize" {
		return 404, ""
	}
	if !isGenuine(headers, body) {
		return 400, ""
	}
	if route == "POST /authorize" {
		return 200, authorize(data(body))
	}
	book(data(body))
	return 204, ""
}

func main() {
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
		body, _ := io.ReadAll(in.Body)
		status, text := answer(in.Method+" "+in.RequestURI, in.Header, body)
		out.Header().Set("Content-Type", "application/json")
		out.Header().Set("Cache-Control", "no-store")
		out.WriteHeader(status)
		io.WriteString(out, text)
	}))
}
